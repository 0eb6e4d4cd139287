import type { ChangeEvent, ReactNode } from "react";
import styles from "./checks.module.css";
import field from "./field.module.css";

type CheckProps = {
  label: ReactNode;
  checked: boolean;
  invalid?: boolean;
  disabled?: boolean | undefined;
  /** What a form that is sent without script has for it. */
  name?: string | undefined;
  value?: string;
  onChange: (checked: boolean) => void;
};

/** A checkbox with its label. */
export function Check({
  label,
  checked,
  invalid = false,
  disabled,
  onChange,
  ...sent
}: CheckProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        {...sent}
        checked={checked}
        disabled={disabled}
        aria-invalid={invalid || undefined}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

type Props = {
  legend: string;
  options: readonly { readonly value: string; readonly label: string }[];
  name?: string;
  /** The selected values; see {@link chosenIn}. */
  value: string;
  error?: string | undefined;
  /** A checkbox has no read-only state, so it is disabled instead. */
  readOnly?: boolean;
  onChange: (event: ChangeEvent<{ value: string }>) => void;
};

/** Checkboxes as one form field. Its text contains the selected values. */
export function Checks({ legend, options, name, value, error, readOnly, onChange }: Props) {
  const chosen = chosenIn(value);
  function toggle(one: string) {
    const next = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    onChange({ target: { value: next.join("\n") } } as ChangeEvent<{ value: string }>);
  }
  return (
    <fieldset className={styles.checks}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <Check
          key={option.value}
          label={option.label}
          name={name}
          value={option.value}
          checked={chosen.includes(option.value)}
          invalid={Boolean(error)}
          disabled={readOnly}
          onChange={() => toggle(option.value)}
        />
      ))}
      {error && (
        <p role="alert" className={field.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** The selected values in such a text. */
export const chosenIn = (value: string) => value.split("\n").filter(Boolean);
