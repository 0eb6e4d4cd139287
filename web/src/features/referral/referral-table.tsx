import type { ReactNode } from "react";
import { Tag } from "@/components/tag/tag";
import type { ListedReferral } from "@/programme/programme";
import styles from "./referral-table.module.css";

type TableProps = {
  label: string;
  /** Which of the columns that not everybody needs it has; see {@link RowProps}. */
  columns?: readonly Column[] | undefined;
  /** A {@link ReferralRow} for each. */
  children: ReactNode;
};

export type Column = "referrer" | "control" | "details";

/**
 * Referrals, whose columns can be compared. Where there is no room for these, each row is a card.
 * The roles are said, because some browsers forget them where a table is laid out as a grid.
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

/** `hidden`, where its cells stand below the others. */
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
  /** Whether to name the referrer, which a member need not be told. */
  withReferrer?: boolean;
  /** What can be done with it; `false` where it cannot be for the moment. */
  control?: ReactNode;
  /** More about it, below its facts. */
  details?: ReactNode;
};

/** A referral in a table. */
export function ReferralRow({ view, withReferrer = false, control, details }: RowProps) {
  const { referral, serviceLabel, tone } = view;
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
      </Cell>
      <Cell name="Points">{referral.points.toLocaleString()}</Cell>
      <Cell name="Notes">{referral.notes}</Cell>
      {control !== undefined && <Cell kind={styles.control}>{control}</Cell>}
      {details !== undefined && <Cell kind={styles.details}>{details}</Cell>}
    </tr>
  );
}

type CellProps = {
  /** Its column, as a card says it. */
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
