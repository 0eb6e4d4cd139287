import { number } from "@/content/format";
import styles from "./figures.module.css";

/** Labelled numbers. */
export function Figures({ figures }: { figures: Readonly<Record<string, number>> }) {
  return (
    <dl className={styles.figures}>
      {Object.entries(figures).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{number(count)}</dd>
        </div>
      ))}
    </dl>
  );
}
