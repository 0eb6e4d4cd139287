import { Check } from "@/components/fields/checks";
import { COLUMNS } from "./columns";
import type { useTable } from "./use-table";
import styles from "./referrals.module.css";

/** Selects the columns of the table and their widths. */
export function ColumnsMenu({ table }: { table: ReturnType<typeof useTable> }) {
  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <ul>
        {COLUMNS.map(({ name, label, width }) => (
          <li key={name}>
            <Check
              label={label}
              checked={!table.isHidden(name)}
              onChange={(shown) => table.show(name, shown)}
            />
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
