import { useLayoutEffect, useRef } from "react";
import styles from "./field.module.css";
import { focusControl, type Summary } from "./use-form";

/**
 * The list of a form's errors, at its top, with a link to each field, as without script
 * (crates/server/src/pages/no_script_page.rs). It takes no focus and is not an alert, because the first
 * field has the focus and a toast is announced. It stays until the form is sent again, so that
 * nothing moves while somebody types.
 */
export function ErrorSummary({ title, hints }: Summary) {
  const ref = useRef<HTMLDivElement>(null);
  // Before the focus moves, which then scrolls on only where the field does not fit below.
  useLayoutEffect(() => {
    if (hints.length > 0) ref.current?.scrollIntoView();
  }, [hints]);
  if (hints.length === 0) return null;
  return (
    <div ref={ref} className={styles.summary}>
      <h3>{title}</h3>
      <ul>
        {hints.map(({ id, hint }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // So that the links add no history entries.
                event.preventDefault();
                focusControl(document.getElementById(id));
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
