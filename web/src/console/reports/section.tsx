import { type ReactNode, useId, useState } from "react";
import { type Cell, CsvButton } from "@/console/parts/csv";
import { DataTable } from "@/console/parts/data-table";
import shared from "@/console/console.module.css";
import styles from "./reports.module.css";

/** A column of a report, in its table and its file. */
export type Figure<Row> = {
  readonly label: string;
  readonly of: (row: Row) => Cell;
  /** How the page shows it, if that differs from the file. */
  readonly shown?: (row: Row) => ReactNode;
};

type Props<Row> = {
  title: string;
  /** What the section counts. */
  counts: string;
  /** The name of the file. */
  file: string;
  rows: readonly Row[];
  figures: readonly [Figure<Row>, ...Figure<Row>[]];
  /** The text if there is nothing to count. */
  empty: string;
  children: ReactNode;
};

/** Room for the chart and the table side by side. reports.module.css has the same width. */
const WIDE = "(width >= 64rem)";

/**
 * A section of the report, with a chart and the same numbers in a table. On a small screen the table
 * is folded, because with all of them the report was five screens long.
 */
export function Section<Row>({ title, counts, file, rows, figures, empty, children }: Props<Row>) {
  const id = useId();
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  const [first] = figures;
  return (
    <section aria-labelledby={id} className={styles.report}>
      <div className={shared.head}>
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <CsvButton
            name={file}
            head={figures.map(({ label }) => label)}
            rows={rows.map((row) => figures.map(({ of }) => of(row)))}
          />
        )}
      </div>
      <p className={shared.lead}>{counts}</p>
      {rows.length === 0 ? (
        <p className={shared.empty}>{empty}</p>
      ) : (
        <div className={styles.halves}>
          {children}
          <details open={isWide} className={styles.numbers}>
            <summary>{title} as a table</summary>
            <DataTable
              caption={title}
              rows={rows}
              keyOf={(row) => String(first.of(row))}
              columns={figures.map((figure) => ({
                label: figure.label,
                cell: figure.shown ?? figure.of,
                isFigure: figure !== first,
              }))}
            />
          </details>
        </div>
      )}
    </section>
  );
}
