import styles from "./figures.module.css";

/** Counts beside their names. */
export function Figures({ figures }: { figures: Readonly<Record<string, number>> }) {
  return (
    <dl className={styles.figures}>
      {Object.entries(figures).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}
