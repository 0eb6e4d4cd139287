import { classNames } from "@/components/class-names";
import styles from "./drawing.module.css";

/** The company's mark: the port at one end, the ring at the other, the arc between. */
export function Mark({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.line, styles.mark, className)}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path className={styles.accent} d="M9.9 5.7A12.4 12.4 0 0 1 19.6 13.9" />
      <circle cx="4" cy="6.2" r="2.8" />
      <circle cx="20.2" cy="19.6" r="2.6" fill="currentColor" />
    </svg>
  );
}
