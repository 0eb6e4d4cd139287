import type { Totals } from "@bindings";
import { memo, type ReactNode, useRef } from "react";
import { Button } from "@/components/button/button";
import { Figures } from "@/components/figures/figures";
import { useLostFocus } from "@/components/focus";
import * as words from "@/content/generated/words/referral";
import { type ListedReferral, PAGE_SIZE } from "@/programme/programme";
import { Section } from "./section";
import { type Column, ReferralRow, ReferralTable } from "./referral-table";
import { notifyFailure, programme } from "./programme";
import styles from "./referral.module.css";

type Props = {
  title: string;
  /** The text for an empty list. */
  empty?: string;
  /** How many are shown. */
  shown: number;
  /** The totals, including referrals that are not shown. */
  totals: Totals;
  /** Whether there are more, if a server says so. */
  more?: boolean | undefined;
  /** See {@link ReferralTable}. */
  columns?: readonly Column[] | undefined;
  /** A row for each shown referral. */
  children: ReactNode;
};

/** A list of referrals, newest first, with its totals. Older ones are shown on request. */
export function ReferralList({ title, empty, shown, totals, more, columns, children }: Props) {
  return (
    <Section title={title} beside={totals.all > 0 && <TotalsLine totals={totals} />}>
      {totals.all === 0 ? (
        <div className={styles.empty}>
          <p>{empty}</p>
          <p>{words.willAppear}</p>
        </div>
      ) : (
        <>
          {shown > 0 && (
            <ReferralTable label={title} columns={columns}>
              {children}
            </ReferralTable>
          )}
          <ShowMore shown={shown} all={totals.all} more={more} />
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
  /** More about a referral, shown below its data. */
  details?: (view: ListedReferral) => ReactNode;
};

/** A member's own referrals. */
export function OwnReferrals({ referrals, details, ...list }: OwnReferralsProps) {
  return (
    <ReferralList
      title={words.yourReferrals}
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

/** Memoised, because there may be very many rows. */
const Row = memo(function Row({ view, details }: RowProps) {
  return <ReferralRow view={view} details={details?.(view)} />;
});

type ShowMoreProps = {
  shown: number;
  all: number;
  /** Whether there are more, if a server says so. */
  more?: boolean | undefined;
};

/** Shows how much of a long list is visible, and a button for more. */
function ShowMore({ shown, all, more = all > shown }: ShowMoreProps) {
  const count = useRef<HTMLOutputElement>(null);
  // At least one, even if the total was counted before the list changed.
  const hidden = more ? Math.max(1, all - shown) : 0;

  // The button disappears with the last step.
  useLostFocus(hidden === 0, () => (hidden === 0 ? count.current : null));

  if (!more && shown <= PAGE_SIZE) return null;
  return (
    <div className={styles.actions}>
      <output ref={count} tabIndex={-1}>
        {words.shown({ shown, all })}
      </output>
      {hidden > 0 && (
        <Button variant="quiet" onClick={() => void notifyFailure(programme.loadMore())}>
          {words.showMore({ count: String(Math.min(PAGE_SIZE, hidden)) })}
        </Button>
      )}
    </div>
  );
}

function TotalsLine({ totals }: { totals: Totals }) {
  const { pending, successful, points } = totals;
  return (
    <Figures
      figures={{ [words.pending]: pending, [words.successful]: successful, [words.points]: points }}
    />
  );
}
