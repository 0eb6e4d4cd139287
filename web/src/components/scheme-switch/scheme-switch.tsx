import { classNames } from "@/components/class-names";
import * as words from "@/content/generated/words/layout";
import styles from "./scheme-switch.module.css";

const CHOICES = [
  { value: "system", label: words.system },
  { value: "light", label: words.light },
  { value: "dark", label: words.dark },
];

/** Light, dark, or the system's scheme. starter/scheme.ts stores the choice. */
export function SchemeSwitch() {
  return (
    <fieldset className={classNames("needs-script", styles.switch)}>
      <legend className="visually-hidden">{words.colourScheme}</legend>
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
