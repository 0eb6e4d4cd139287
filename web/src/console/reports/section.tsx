import { useId, useState } from "react";
import { type Cell, CsvButton } from "@/console/parts/csv";
import { DataTable } from "@/console/parts/data-table";
import { type Bar, Bars } from "./bars";
import shared from "@/console/console.module.css";
import styles from "./reports.module.css";

type Figure<Row> = {
  readonly label: string;
  readonly of: (row: Row, rows: readonly Row[]) => Cell;
  /** The same for its file, where all rows have one unit. */
  readonly inFile?: { readonly label: string; readonly of: (row: Row) => Cell };
};

/** A section of the report. */
export type SectionOf<Row> = {
  readonly title: string;
  /** What it counts, in words. */
  readonly explanation: string;
  /** The name of its file. */
  readonly file: string;
  /** The columns of its table and its file. */
  readonly figures: readonly Figure<Row>[];
  readonly bar: (row: Row) => Bar;
  /** The value of the longest possible bar; without it, of the longest bar. */
  readonly max?: number;
  /** Their sum, as the last row of the table and of the file. */
  readonly sum?: (rows: readonly Row[]) => Row;
  /** The text if referrals were submitted and there is nothing to count. */
  readonly empty: string;
};

/** Room for the chart and the table side by side. reports.module.css has the same width. */
const WIDE = "(width >= 64rem)";

type Props<Row> = {
  of: SectionOf<Row>;
  rows: readonly Row[];
  /** The text if no referral was submitted at all. */
  nothing?: string | undefined;
};

/**
 * A chart and the same numbers in a table. On a small screen the table is folded, because with all
 * of them the report was five screens long.
 */
export function Section<Row>({ of: section, rows, nothing }: Props<Row>) {
  const { title, explanation, file, figures, bar, max, sum, empty } = section;
  const all = sum && rows.length > 0 ? [...rows, sum(rows)] : rows;
  const id = useId();
  const [isWide] = useState(() => matchMedia(WIDE).matches);
  return (
    <section aria-labelledby={id} className={styles.report}>
      <div className={shared.head}>
        <h2 id={id}>{title}</h2>
        {rows.length > 0 && (
          <CsvButton
            name={file}
            head={figures.map(({ label, inFile }) => inFile?.label ?? label)}
            rows={all.map((row) => figures.map(({ of, inFile }) => (inFile?.of ?? of)(row, rows)))}
          />
        )}
      </div>
      <p className={shared.lead}>{explanation}</p>
      {rows.length === 0 ? (
        <p className={shared.empty}>{nothing ?? empty}</p>
      ) : (
        <div className={styles.twoColumns}>
          <Bars bars={rows.map(bar)} max={max} />
          <details open={isWide} className={styles.numbers}>
            <summary>{title} as a table</summary>
            <DataTable
              caption={title}
              rows={all}
              keyOf={(_, index) => index}
              columns={figures.map(({ label, of }, index) => ({
                label,
                cell: (row: Row) => of(row, rows),
                isFigure: index > 0,
              }))}
            />
          </details>
        </div>
      )}
    </section>
  );
}
