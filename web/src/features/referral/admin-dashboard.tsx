import type { ReferralView, Totals } from "@bindings";
import { memo, useState } from "react";
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
      shown={referrals.length}
      totals={totals}
    >
      {referrals.map((view) => (
        <Entry key={view.key} view={view} editing={editing === view.key} onEditing={setEditing} />
      ))}
    </ReferralList>
  );
}

type EntryProps = {
  view: ReferralView;
  editing: boolean;
  onEditing: (key: string | undefined) => void;
};

/** Drawn anew only when something about it changes: there may be very many beside it. */
const Entry = memo(function Entry({ view, editing, onEditing }: EntryProps) {
  return (
    <ReferralEntry view={view} withReferrer>
      <PointsControl
        view={view}
        editing={editing}
        onEdit={() => onEditing(view.key)}
        onDone={() => onEditing(undefined)}
      />
    </ReferralEntry>
  );
});
