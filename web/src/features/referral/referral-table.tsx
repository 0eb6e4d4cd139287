import type { ReactNode } from "react";
import { Tag } from "@/components/tag/tag";
import { number } from "@/content/format";
import * as words from "@/content/generated/words/referral";
import type { ListedReferral } from "@/programme/programme";
import { dayIn, statusIn } from "./in-language";
import styles from "./referral-table.module.css";

type TableProps = {
  label: string;
  /** The optional columns; see {@link RowProps}. */
  columns?: readonly Column[] | undefined;
  /** A {@link ReferralRow} for each referral. */
  children: ReactNode;
};

export type Column = "referrer" | "control" | "details";

/**
 * A table of referrals. On small screens each row is a card. It has explicit ARIA roles, because
 * some browsers drop the native ones when a table has grid layout.
 */
export function ReferralTable({ label, columns = [], children }: TableProps) {
  const has = (column: Column) => columns.includes(column);
  return (
    <table
      role="table"
      className={styles.table}
      data-columns={columns.join(" ")}
      aria-label={label}
    >
      <thead role="rowgroup" className={styles.head}>
        <tr role="row" className={styles.names}>
          <Heading name={words.name} />
          <Heading name={words.phone} />
          {has("referrer") && <Heading name={words.referredBy} />}
          <Heading name={words.service} />
          <Heading name={words.date} />
          <Heading name={words.status} />
          <Heading name={words.points} kind={styles.points} />
          <Heading name={words.notes} kind="visually-hidden" />
          {has("control") && <Heading name={words.change} kind="visually-hidden" />}
          {has("details") && <Heading name={words.more} kind="visually-hidden" />}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {children}
      </tbody>
    </table>
  );
}

/** Hidden if its cells are below the others. */
function Heading({ name, kind }: { name: string; kind?: string | undefined }) {
  return (
    <th role="columnheader" scope="col" className={kind}>
      {name}
    </th>
  );
}

type RowProps = {
  view: ListedReferral;
  /** Whether to show the referrer, which members do not need. */
  withReferrer?: boolean;
  /** The action. */
  control?: ReactNode;
  /** More about it, shown below its data. */
  details?: ReactNode;
};

/** A referral in a table. */
export function ReferralRow({ view, withReferrer = false, control, details }: RowProps) {
  const { referral, tone } = view;
  const stage = view.progress?.publicStage;
  return (
    <tr role="row" className={styles.row}>
      <th role="rowheader" scope="row" className={styles.name}>
        <bdi>{referral.referredName}</bdi>
      </th>
      <Cell name={words.phone}>
        <bdi>{view.referredShown ?? referral.referredPhone}</bdi>
      </Cell>
      {withReferrer && (
        <Cell name={words.referredBy}>
          <bdi>{referral.referrerName}</bdi>{" "}
          <span className={styles.number}>
            <bdi>{view.referrerShown ?? referral.referrerMobile}</bdi>
          </span>
        </Cell>
      )}
      <Cell name={words.service}>{view.serviceLabel}</Cell>
      <Cell name={words.date}>{dayIn(referral)}</Cell>
      <Cell name={words.status} kind={styles.status}>
        <Tag tone={tone}>{statusIn(referral.status)}</Tag>
        {stage !== undefined && stage !== referral.status && (
          <span className={styles.stage}>{stage}</span>
        )}
      </Cell>
      <Cell name={words.points} kind={styles.points}>
        {number(referral.points)}
      </Cell>
      <Cell name={words.notes} kind={styles.notes}>
        {referral.notes}
      </Cell>
      {control !== undefined && <Cell kind={styles.control}>{control}</Cell>}
      {details !== undefined && <Cell kind={styles.details}>{details}</Cell>}
    </tr>
  );
}

type CellProps = {
  /** The name of its column, for cards. */
  name?: string;
  kind?: string | undefined;
  children: ReactNode;
};

function Cell({ name, kind, children }: CellProps) {
  return (
    <td
      role="cell"
      data-name={name}
      className={kind}
      dir={kind === styles.notes ? "auto" : undefined}
    >
      {children}
    </td>
  );
}
