import type { Key, ReactNode } from "react";
import styles from "./data-table.module.css";

type DataColumn<Row> = {
  readonly label: string;
  readonly cell: (row: Row) => ReactNode;
  readonly isFigure?: boolean;
};

type Props<Row> = {
  caption: string;
  columns: readonly DataColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => Key;
  /** Shows the caption, for tables without a heading. */
  isCaptionShown?: boolean;
};

/** A table with more columns becomes cards on a phone. */
const PHONE_COLUMNS_MAX = 3;

/** A table; a list of cards on small screens, unless it has few columns. */
export function DataTable<Row>({ caption, columns, rows, keyOf, isCaptionShown }: Props<Row>) {
  return (
    <table
      className={
        columns.length > PHONE_COLUMNS_MAX ? `${styles.table} ${styles.cards}` : styles.table
      }
    >
      <caption className={isCaptionShown ? undefined : "visually-hidden"}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ label, isFigure }) => (
            <th key={label} scope="col" data-figure={isFigure}>
              {label || <span className="visually-hidden">What to do</span>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={keyOf(row, index)}>
            {columns.map(({ label, cell, isFigure }) => (
              <td key={label} data-label={label} data-figure={isFigure}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
