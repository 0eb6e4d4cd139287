import type { ReferralView, Totals } from "@bindings";
import { type ComponentType, memo } from "react";
import { ReferralEntry } from "./referral-entry";
import { ReferralList } from "./referral-list";

type Props = {
  referrals: readonly ReferralView[];
  totals: Totals;
  /** See {@link ReferralList}. */
  more?: boolean;
  /** What else there is to know of a referral. */
  Details?: ComponentType<{ view: ReferralView }>;
};

/** A member's own referrals. */
export function OwnReferrals({ referrals, Details, ...list }: Props) {
  return (
    <ReferralList title="Your Referrals" shown={referrals.length} {...list}>
      {referrals.map((view) => (
        <Entry key={view.key} view={view} Details={Details} />
      ))}
    </ReferralList>
  );
}

type EntryProps = { view: ReferralView; Details: Props["Details"] | undefined };

/** Drawn anew only when its referral changes: there may be very many beside it. */
const Entry = memo(function Entry({ view, Details }: EntryProps) {
  return <ReferralEntry view={view} details={Details && <Details view={view} />} />;
});
