import { COLUMNS } from "./columns";
import type { useTable } from "./use-table";
import shared from "@/console/console.module.css";
import styles from "./referrals.module.css";

/** Selects the columns of the table and their widths. */
export function ColumnsMenu({ table }: { table: ReturnType<typeof useTable> }) {
  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <ul>
        {COLUMNS.map(({ name, label, width }) => (
          <li key={name}>
            <label className={shared.check}>
              <input
                type="checkbox"
                checked={!table.isHidden(name)}
                onChange={({ target }) => table.show(name, target.checked)}
              />
              {label}
            </label>
            <input
              type="range"
              aria-label={`Width of ${label}`}
              min={60}
              max={480}
              step={10}
              value={table.widthOf(name, width)}
              onChange={({ target }) => table.widen(name, target.valueAsNumber)}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
