import type { ComponentPropsWithRef } from "react";
import styles from "./close-button.module.css";

type Props = Omit<ComponentPropsWithRef<"button">, "children" | "className" | "type"> & {
  /** What it closes, for screen readers. */
  "aria-label": string;
};

/** The cross in the corner of a dialog or a notice. */
export function CloseButton(props: Props) {
  return (
    <button {...props} type="button" className={styles.close}>
      <svg viewBox="0 0 16 16" width="18" height="18" stroke="currentColor" aria-hidden="true">
        <path d="M2.5 2.5l11 11M13.5 2.5l-11 11" strokeWidth="1.5" strokeLinecap="round" />
      </svg>
    </button>
  );
}
