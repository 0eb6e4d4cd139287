import type { ReferralView, Totals } from "@bindings";
import { useState } from "react";
import { PointsControl } from "./points-control";
import { ReferralEntry } from "./referral-entry";
import { ReferralList } from "./referral-list";

type Props = {
  referrals: readonly ReferralView[];
  totals: Totals;
};

/** Every referral, and the points the admin gives them. One is edited at a time. */
export function AdminDashboard({ referrals, totals }: Props) {
  const [editing, setEditing] = useState<string>();

  return (
    <ReferralList
      title="Admin Dashboard - All Referrals"
      empty="No referrals submitted yet."
      referrals={referrals}
      totals={totals}
    >
      {(view) => (
        <ReferralEntry key={view.key} view={view} withReferrer>
          <PointsControl
            view={view}
            editing={editing === view.key}
            onEdit={() => setEditing(view.key)}
            onDone={() => setEditing(undefined)}
          />
        </ReferralEntry>
      )}
    </ReferralList>
  );
}
