import type { HostedReferral, StaffView } from "@bindings";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import type { Cell } from "@/console/parts/csv";
import { StageName } from "@/console/parts/stage-mark";
import { referralPath } from "@/console/server";
import { daysSince, staffName, stageLabel } from "@/console/parts/formats";

/** The data of a cell. */
type Row = {
  referral: HostedReferral;
  colleagues: readonly StaffView[] | undefined;
  /** The router state for links to the referral: the list that it is part of. */
  state?: unknown;
  /** The filters of that list, as they are in its address. */
  filters?: { readonly search: string; readonly hash: string };
};

export type Column = {
  readonly name: string;
  readonly label: string;
  /** The initial width, in CSS pixels. */
  readonly width: number;
  /** The text, which is also used in exports. */
  readonly text: (row: Row) => Cell;
  /** How the cell is rendered, if it is more than the text. */
  readonly cell?: (row: Row) => ReactNode;
  /** The sort order that the heading selects. */
  readonly sort?: string;
  readonly isFigure?: boolean;
};

const person = ({ referral }: Row) => referral.referral.referredName;
const stage = ({ referral }: Row) => stageLabel(referral.progress.stage);
const flags = ({ referral }: Row) => (referral.duplicateOf ? "Duplicate" : "");

export const COLUMNS: readonly Column[] = [
  {
    name: "person",
    label: "Person",
    width: 180,
    text: person,
    cell: (row) => (
      <Link to={{ ...row.filters, pathname: referralPath(row.referral) }} state={row.state}>
        {person(row)}
      </Link>
    ),
  },
  { name: "phone", label: "Phone", width: 130, text: ({ referral }) => referral.referredShown },
  { name: "service", label: "Service", width: 120, text: ({ referral }) => referral.serviceLabel },
  {
    name: "stage",
    label: "Stage",
    width: 140,
    text: stage,
    cell: ({ referral }) => <StageName of={referral.progress} />,
  },
  {
    name: "days",
    label: "Days in stage",
    width: 110,
    text: ({ referral }) => daysSince(referral.progress.since),
    sort: "waiting",
    isFigure: true,
  },
  {
    name: "referrer",
    label: "Referrer",
    width: 130,
    text: ({ referral }) => referral.referral.referrerName,
  },
  {
    name: "owner",
    label: "Responsible",
    width: 120,
    text: ({ referral, colleagues }) => staffName(referral.progress.owner, colleagues),
  },
  {
    name: "points",
    label: "Points",
    width: 80,
    text: ({ referral }) => referral.referral.points,
    sort: "points",
    isFigure: true,
  },
  {
    name: "flags",
    label: "Flags",
    width: 110,
    text: flags,
    cell: (row) => flags(row) && <Tag>{flags(row)}</Tag>,
  },
];
