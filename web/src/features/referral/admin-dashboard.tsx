import type { ReferralView, Totals } from "@bindings";
import { memo, type ReactNode, useState } from "react";
import type { ListedReferral } from "@/programme/programme";
import { PointsControl } from "./points-control";
import { ReferralList } from "./referral-list";
import { ReferralRow } from "./referral-table";

type Props = {
  referrals: readonly ListedReferral[];
  totals: Totals;
  /** Whether points can be saved now. */
  editable?: boolean;
  /** More about a referral, shown below its data. */
  details?: (view: ReferralView) => ReactNode;
  /** See {@link ReferralList}. */
  more?: boolean;
  tools?: ReactNode;
  looking?: boolean;
};

/** All referrals, with the points that the admin saves. One is edited at a time. */
export function AdminDashboard({ referrals, editable = true, details, ...list }: Props) {
  const [editing, setEditing] = useState<string>();

  return (
    <ReferralList
      title="Admin Dashboard - All Referrals"
      empty="No referrals submitted yet."
      shown={referrals.length}
      columns={details ? ["referrer", "control", "details"] : ["referrer", "control"]}
      {...list}
    >
      {referrals.map((view) => (
        <Row
          key={view.key}
          view={view}
          editable={editable}
          editing={editing === view.key}
          onEditing={setEditing}
          details={details}
        />
      ))}
    </ReferralList>
  );
}

type RowProps = {
  view: ListedReferral;
  editable: boolean;
  editing: boolean;
  onEditing: (key: string | undefined) => void;
  details: Props["details"] | undefined;
};

/** Memoised, because there may be very many rows. */
const Row = memo(function Row({ view, editable, editing, onEditing, details }: RowProps) {
  // What is typed stays, even if it cannot be saved at the moment.
  const control = (editable || editing) && (
    <PointsControl
      view={view}
      editing={editing}
      onEdit={() => onEditing(view.key)}
      onDone={() => onEditing(undefined)}
    />
  );
  return <ReferralRow view={view} withReferrer control={control} details={details?.(view)} />;
});
