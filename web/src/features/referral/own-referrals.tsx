import type { ReferralView, Totals } from "@bindings";
import { ReferralEntry } from "./referral-entry";
import { ReferralList } from "./referral-list";

type Props = {
  referrals: readonly ReferralView[];
  totals: Totals;
};

/** A member's own referrals. */
export function OwnReferrals({ referrals, totals }: Props) {
  return (
    <ReferralList title="Your Referrals" referrals={referrals} totals={totals}>
      {(view) => <ReferralEntry key={view.key} view={view} />}
    </ReferralList>
  );
}
