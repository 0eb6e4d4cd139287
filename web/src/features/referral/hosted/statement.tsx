import type { StatementLine } from "@bindings";
import { type ReactNode, useRef } from "react";
import { useLostFocus } from "@/components/focus";
import { number } from "@/content/format";
import { locale } from "@/content/generated/language";
import * as words from "@/content/generated/words/points";
import { reader } from "../in-language";
import styles from "./your-points.module.css";

type StatementProps = {
  /** The newest first. */
  lines: readonly StatementLine[];
  /** What the lines before these come to. */
  before: number;
  sum: number;
  more: ReactNode;
};

/**
 * A table whose last line is its sum. On small screens each line is a card, so it has explicit roles, as the
 * table of referrals has.
 */
export function Statement({ lines, before, sum, more }: StatementProps) {
  const table = useRef<HTMLTableElement>(null);
  useLostFocus(Boolean(more), () => table.current);
  return (
    <>
      <table
        ref={table}
        tabIndex={-1}
        role="table"
        aria-label={words.statement}
        className={styles.table}
      >
        <thead role="rowgroup" className={styles.head}>
          <tr role="row">
            {[words.date, words.whatFor, words.points, words.balance].map((name) => (
              <th key={name} role="columnheader" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {lines.map((line, place) => (
            <tr key={lines.length - place} role="row">
              <td role="cell" className={styles.date}>
                <Day at={line.at} />
              </td>
              <td role="cell" className={styles.what}>
                <bdi>{line.what}</bdi>
                <Small line={line} />
              </td>
              <Figure name={words.points}>{SIGNED.format(line.points)}</Figure>
              <Figure name={words.balance}>{number(line.balance)}</Figure>
            </tr>
          ))}
        </tbody>
        <tfoot role="rowgroup">
          {before !== 0 && (
            <tr role="row">
              <th role="rowheader" scope="row" colSpan={2} className={styles.what}>
                {words.earlier}
              </th>
              <Figure name={words.points}>{SIGNED.format(before)}</Figure>
              <Figure name={words.balance}>{number(before)}</Figure>
            </tr>
          )}
          <tr role="row">
            <th role="rowheader" scope="row" colSpan={2} className={styles.what}>
              {words.all}
            </th>
            <Figure name={words.points} columns={2}>
              {number(sum)}
            </Figure>
          </tr>
        </tfoot>
      </table>
      {more}
    </>
  );
}

/** Until when the points of a line are on hold, and what was cut of them. */
function Small({ line: { heldUntil, cuts } }: { line: StatementLine }) {
  if (heldUntil === null && cuts.length === 0) return null;
  return (
    <small className={styles.small}>
      {heldUntil !== null && <>{words.lineOnHold({ day: <Day at={heldUntil} /> })}</>}{" "}
      <bdi>{cuts.join(" ")}</bdi>
    </small>
  );
}

type FigureProps = { name: string; columns?: number; children: ReactNode };

function Figure({ name, columns, children }: FigureProps) {
  return (
    <td role="cell" colSpan={columns} data-name={name} className={styles.figure}>
      {children}
    </td>
  );
}

/** Whatever is added or taken away has its sign. */
const SIGNED = new Intl.NumberFormat(locale, { signDisplay: "exceptZero" });

/** A day in the reader's format. */
export function Day({ at }: { at: number }) {
  const when = new Date(at);
  return (
    <time dateTime={when.toISOString()}>
      {when.toLocaleDateString(reader, { dateStyle: "medium" })}
    </time>
  );
}
