import { classNames } from "@/components/class-names";
import styles from "./drawing.module.css";

/** A piece of the route, as wide as its place: it marks a section, or edges the footer. */
export function Arc({ className }: { className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.line, styles.arc, className)}
      viewBox="0 0 480 40"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path className={styles.accent} d="M0 39C140 -6 320 -9 480 24" />
    </svg>
  );
}

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
