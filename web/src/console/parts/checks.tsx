import type { ChangeEvent } from "react";
import styles from "@/console/console.module.css";

type Props = {
  legend: string;
  options: readonly { readonly value: string; readonly label: string }[];
  /** The selected values; see {@link chosenIn}. */
  value: string;
  error?: string | undefined;
  onChange: (event: ChangeEvent<{ value: string }>) => void;
};

/** Checkboxes as one form field. Its text contains the selected values. */
export function Checks({ legend, options, value, error, onChange }: Props) {
  const chosen = chosenIn(value);
  function toggle(one: string) {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    onChange({ target: { value: next.join("\n") } } as ChangeEvent<{ value: string }>);
  }
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.check}>
          <input
            type="checkbox"
            checked={chosen.includes(option.value)}
            aria-invalid={error ? true : undefined}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
      {error && (
        <p role="alert" className={styles.wrong}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The selected values in such a text. */
export const chosenIn = (value: string) => value.split("\n").filter(Boolean);
