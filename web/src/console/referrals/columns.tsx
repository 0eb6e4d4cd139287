import type { HostedReferral, StaffView } from "@bindings";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import { daysSince, nameOf, stageLabel } from "@/console/parts/words";

/** What a cell is drawn from. */
type Row = {
  referral: HostedReferral;
  colleagues: readonly StaffView[] | undefined;
  /** What a link to the referral takes along: the list that it is a part of. */
  state: unknown;
};

export type Column = {
  readonly name: string;
  readonly label: string;
  /** How wide it is at first, in CSS pixels. */
  readonly width: number;
  readonly cell: (row: Row) => ReactNode;
  /** The order that its heading asks for. */
  readonly sort?: string;
  readonly isFigure?: boolean;
};

export const COLUMNS: readonly Column[] = [
  {
    name: "person",
    label: "Person",
    width: 180,
    cell: ({ referral, state }) => (
      <Link to={`/referrals/${encodeURIComponent(referral.key)}`} state={state}>
        {referral.referral.referredName}
      </Link>
    ),
  },
  { name: "phone", label: "Phone", width: 130, cell: ({ referral }) => referral.referredShown },
  { name: "service", label: "Service", width: 120, cell: ({ referral }) => referral.serviceLabel },
  {
    name: "stage",
    label: "Stage",
    width: 140,
    cell: ({ referral: { progress, tone } }) => <Tag tone={tone}>{stageLabel(progress.stage)}</Tag>,
  },
  {
    name: "days",
    label: "Days in stage",
    width: 110,
    cell: ({ referral }) => daysSince(referral.progress.since),
    sort: "waiting",
    isFigure: true,
  },
  {
    name: "referrer",
    label: "Referrer",
    width: 130,
    cell: ({ referral }) => referral.referral.referrerName,
  },
  {
    name: "owner",
    label: "Responsible",
    width: 120,
    cell: ({ referral, colleagues }) => nameOf(referral.progress.owner, colleagues),
  },
  {
    name: "points",
    label: "Points",
    width: 80,
    cell: ({ referral }) => referral.referral.points,
    sort: "points",
    isFigure: true,
  },
  {
    name: "flags",
    label: "Flags",
    width: 110,
    cell: ({ referral }) => referral.duplicateOf && <Tag>Duplicate</Tag>,
  },
];
