import type { Totals } from "@bindings";
import { memo, useState } from "react";
import * as words from "@/content/generated/words/referral";
import type { ListedReferral } from "@/programme/programme";
import { PointsControl } from "./points-control";
import { ReferralList } from "./referral-list";
import { ReferralRow } from "./referral-table";

type Props = { referrals: readonly ListedReferral[]; totals: Totals };

/** All referrals, with the points that the admin saves. One is edited at a time. */
export function AdminDashboard({ referrals, totals }: Props) {
  const [editing, setEditing] = useState<string>();

  return (
    <ReferralList
      title={words.allReferrals}
      empty={words.none}
      shown={referrals.length}
      totals={totals}
      columns={["referrer", "control"]}
    >
      {referrals.map((view) => (
        <Row key={view.key} view={view} editing={editing === view.key} onEditing={setEditing} />
      ))}
    </ReferralList>
  );
}

type RowProps = {
  view: ListedReferral;
  editing: boolean;
  onEditing: (key: string | undefined) => void;
};

/** Memoised, because there may be very many rows. */
const Row = memo(function Row({ view, editing, onEditing }: RowProps) {
  const control = (
    <PointsControl
      view={view}
      editing={editing}
      onEdit={() => onEditing(view.key)}
      onDone={() => onEditing(undefined)}
    />
  );
  return <ReferralRow view={view} withReferrer control={control} />;
});
