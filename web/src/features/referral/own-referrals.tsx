import type { ReferralView, Totals } from "@bindings";
import { memo } from "react";
import { ReferralEntry } from "./referral-entry";
import { ReferralList } from "./referral-list";

type Props = {
  referrals: readonly ReferralView[];
  totals: Totals;
};

/** A member's own referrals. */
export function OwnReferrals({ referrals, totals }: Props) {
  return (
    <ReferralList title="Your Referrals" shown={referrals.length} totals={totals}>
      {referrals.map((view) => (
        <Entry key={view.key} view={view} />
      ))}
    </ReferralList>
  );
}

/** Drawn anew only when its referral changes: there may be very many beside it. */
const Entry = memo(ReferralEntry);
