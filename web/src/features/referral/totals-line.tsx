import type { Totals } from "@bindings";
import styles from "./totals-line.module.css";

/** What a list adds up to. */
export function TotalsLine({ totals }: { totals: Totals }) {
  return (
    <dl className={styles.totals}>
      <div>
        <dt>Pending</dt>
        <dd>{totals.pending.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Successful</dt>
        <dd>{totals.successful.toLocaleString()}</dd>
      </div>
      <div>
        <dt>Points</dt>
        <dd>{totals.points.toLocaleString()}</dd>
      </div>
    </dl>
  );
}
