import styles from "./field.module.css";
import { leadTo, type Summary } from "./use-form";

/** What a refusal is called where the form has no notice for it. */
export const NOT_SENT = "Nothing has been sent yet.";

/**
 * What is wrong with a form, at its top, with a link to each field: as without script
 * (crates/server/src/no_script_form.rs). The first of the fields has the focus, and a toast is read
 * out, so this takes no focus and is no alert. It stays as it is until the form is sent again, so that
 * nothing moves under whoever types.
 */
export function ErrorSummary({ title, hints }: Summary) {
  return (
    <div className={styles.summary}>
      <h3>{title}</h3>
      <ul>
        {hints.map(({ id, hint }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // Without an entry in the history for each field.
                event.preventDefault();
                leadTo(document.getElementById(id));
              }}
            >
              {hint}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
