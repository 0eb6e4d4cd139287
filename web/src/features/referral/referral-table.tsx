import type { ReactNode } from "react";
import { Tag } from "@/components/tag/tag";
import type { ListedReferral } from "@/programme/programme";
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
          <Heading name="Name" />
          <Heading name="Phone" />
          {has("referrer") && <Heading name="Referred by" />}
          <Heading name="Service" />
          <Heading name="Date" />
          <Heading name="Status" />
          <Heading name="Points" />
          <Heading name="Notes" hidden />
          {has("control") && <Heading name="Change" hidden />}
          {has("details") && <Heading name="More" hidden />}
        </tr>
      </thead>
      <tbody role="rowgroup" className={styles.body}>
        {children}
      </tbody>
    </table>
  );
}

/** `hidden` if its cells are below the others. */
function Heading({ name, hidden = false }: { name: string; hidden?: boolean }) {
  return (
    <th
      role="columnheader"
      scope="col"
      data-name={name}
      className={hidden ? "visually-hidden" : undefined}
    >
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
  const { referral, serviceLabel, tone } = view;
  const stage = view.progress?.publicStage;
  return (
    <tr role="row" className={styles.row}>
      <th role="rowheader" scope="row" className={styles.name}>
        <bdi>{referral.referredName}</bdi>
      </th>
      <Cell name="Phone">
        <bdi>{view.referredShown ?? referral.referredPhone}</bdi>
      </Cell>
      {withReferrer && (
        <Cell name="Referred by">
          <bdi>{referral.referrerName}</bdi>{" "}
          <span className={styles.number}>{view.referrerShown ?? referral.referrerMobile}</span>
        </Cell>
      )}
      <Cell name="Service">{serviceLabel}</Cell>
      <Cell name="Date">{referral.date}</Cell>
      <Cell name="Status">
        <Tag tone={tone}>{referral.status}</Tag>
        {stage !== undefined && stage !== referral.status && (
          <span className={styles.stage}>{stage}</span>
        )}
      </Cell>
      <Cell name="Points">{referral.points.toLocaleString()}</Cell>
      <Cell name="Notes">{referral.notes}</Cell>
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
    <td role="cell" data-name={name} className={kind} dir={name === "Notes" ? "auto" : undefined}>
      {children}
    </td>
  );
}
