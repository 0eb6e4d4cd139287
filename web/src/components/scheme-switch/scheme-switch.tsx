import { useId } from "react";
import { classNames } from "@/components/class-names";
import { chooseScheme, type SchemeChoice, useSchemeChoice } from "./scheme-choice";
import styles from "./scheme-switch.module.css";

const CHOICES: readonly { value: SchemeChoice; label: string }[] = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Light, dark, or whatever the system says. Nothing is marked until the choice is known. */
export function SchemeSwitch() {
  const choice = useSchemeChoice();
  const name = useId();
  return (
    <fieldset className={classNames("needs-script", styles.switch)}>
      <legend className="visually-hidden">Colour scheme</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name={name}
            value={value}
            checked={choice === value}
            onChange={() => chooseScheme(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
