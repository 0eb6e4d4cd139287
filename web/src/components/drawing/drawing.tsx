import type { Icon } from "@bindings";
import { classNames } from "@/components/class-names";
import styles from "./drawing.module.css";
import { SERVICE_SHAPES } from "./service-shapes";

/** The line drawing of a service. It takes its size and colour from where it stands. */
export function Drawing({ icon, className }: { icon: Icon; className?: string | undefined }) {
  return (
    <svg
      className={classNames(styles.line, styles.drawing, className)}
      viewBox="0 0 96 96"
      aria-hidden="true"
    >
      {SERVICE_SHAPES[icon]}
    </svg>
  );
}
