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
