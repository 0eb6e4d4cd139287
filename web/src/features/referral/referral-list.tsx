import type { Totals } from "@bindings";
import { memo, type ReactNode, useRef } from "react";
import { Button } from "@/components/button/button";
import { type ListedReferral, STEP } from "@/programme/programme";
import { Section, useLostFocus } from "./section";
import { type Column, ReferralRow, ReferralTable } from "./referral-table";
import { notifyFailure, programme } from "./programme";
import styles from "./referral.module.css";

type Props = {
  title: string;
  /** What to say where there is none. */
  empty?: string;
  /** How many are shown. */
  shown: number;
  /** The totals, also of those that are not shown. */
  totals: Totals;
  /** Whether there are more, where a server says so. */
  more?: boolean | undefined;
  /** Search and filters, above the list. */
  tools?: ReactNode;
  /** Whether the list is filtered. */
  looking?: boolean;
  /** See {@link ReferralTable}. */
  columns?: readonly Column[] | undefined;
  /** A row for each that is shown. */
  children: ReactNode;
};

/** A list of referrals with its totals, newest first, the older ones on request. */
export function ReferralList({
  title,
  empty,
  shown,
  totals,
  more,
  tools,
  looking = false,
  columns,
  children,
}: Props) {
  return (
    <Section title={title} beside={totals.all > 0 && <TotalsLine totals={totals} />}>
      {totals.all === 0 ? (
        <div className={styles.empty}>
          <p>{empty}</p>
          <p>Each referral will appear here with its status and points.</p>
        </div>
      ) : (
        <>
          {tools}
          {shown > 0 && (
            <ReferralTable label={title} columns={columns}>
              {children}
            </ReferralTable>
          )}
          <ShowMore shown={shown} all={looking ? undefined : totals.all} more={more} />
        </>
      )}
    </Section>
  );
}

type OwnReferralsProps = {
  referrals: readonly ListedReferral[];
  totals: Totals;
  /** See {@link ReferralList}. */
  more?: boolean;
  /** More about a referral, below its facts. */
  details?: (view: ListedReferral) => ReactNode;
};

/** A member's own referrals. */
export function OwnReferrals({ referrals, details, ...list }: OwnReferralsProps) {
  return (
    <ReferralList
      title="Your Referrals"
      shown={referrals.length}
      columns={details && ["details"]}
      {...list}
    >
      {referrals.map((view) => (
        <Row key={view.key} view={view} details={details} />
      ))}
    </ReferralList>
  );
}

type RowProps = { view: ListedReferral; details: OwnReferralsProps["details"] | undefined };

/** Redrawn only when its referral changes, because there may be very many. */
const Row = memo(function Row({ view, details }: RowProps) {
  return <ReferralRow view={view} details={details?.(view)} />;
});

type ShowMoreProps = {
  shown: number;
  /** How many there are; absent while the list is filtered. */
  all?: number | undefined;
  /** Whether there are more, where a server says so. */
  more?: boolean | undefined;
};

/** Says how much of a long list is shown, and shows more of it. */
function ShowMore({ shown, all, more = (all ?? 0) > shown }: ShowMoreProps) {
  const count = useRef<HTMLOutputElement>(null);
  // Where the number is not known, at least one.
  const hidden = more ? Math.max(1, (all ?? 0) - shown) : 0;

  // With the last step the button goes away.
  useLostFocus(hidden === 0, () => (hidden === 0 ? count.current : null));

  if (!more && shown <= STEP) return null;
  const known = all !== undefined;
  return (
    <div className={styles.ways}>
      <output ref={count} tabIndex={-1}>
        {shown.toLocaleString()} {known && `of ${all.toLocaleString()} `}are shown.
      </output>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => void notifyFailure(programme.loadMore())}>
          Show {known && Math.min(STEP, hidden)} more
        </Button>
      )}
    </div>
  );
}

function TotalsLine({ totals }: { totals: Totals }) {
  const { pending, successful, points } = totals;
  return <Figures figures={{ Pending: pending, Successful: successful, Points: points }} />;
}

/** Counts beside their names. */
export function Figures({ figures }: { figures: Readonly<Record<string, number>> }) {
  return (
    <dl className={styles.figures}>
      {Object.entries(figures).map(([name, count]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{count.toLocaleString()}</dd>
        </div>
      ))}
    </dl>
  );
}
