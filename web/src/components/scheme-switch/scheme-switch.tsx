import { classNames } from "@/components/class-names";
import styles from "./scheme-switch.module.css";

const CHOICES = [
  { value: "system", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Light, dark, or the system's scheme. starter/scheme.ts stores the choice. */
export function SchemeSwitch() {
  return (
    <fieldset className={classNames("needs-script", styles.switch)}>
      <legend className="visually-hidden">Colour scheme</legend>
      {CHOICES.map(({ value, label }) => (
        <label key={value} className={styles.choice}>
          <input
            type="radio"
            className={styles.radio}
            name="colour-scheme"
            value={value}
            defaultChecked={value === "system"}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
