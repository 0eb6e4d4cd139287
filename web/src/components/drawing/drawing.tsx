import { classNames } from "@/components/class-names";
import styles from "./drawing.module.css";

/** A part of the route as an arc, which marks a section or the edge of the footer. */
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

/** The company's logo: a port at one end, a ring at the other, an arc in between. */
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
