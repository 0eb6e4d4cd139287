/** The screens of the console, in the order and the groups of its navigation. */
import type { Permission } from "@bindings";
import { type ComponentType, lazy } from "react";
import { may, type ScreenProps, type Viewer } from "./server";
import type { Counted } from "./shell/count";
import type { IconName } from "./shell/icons";

type Load = () => Promise<{ default: ComponentType<ScreenProps> }>;

type Options = {
  /** Without a permission it is for all staff. */
  readonly permission?: Permission;
  /** The permission that one needs to find it in the navigation, if it is another. */
  readonly listed?: Permission;
  /** What waits there, if that is counted. */
  readonly count?: Counted;
};

/** A screen with its path, its label and its icon. */
const screen = (
  path: `/${string}`,
  label: string,
  icon: IconName,
  load: Load,
  { permission, listed = permission, count }: Options = {},
) => ({ path, label, icon, permission, listed, count, Screen: lazy(load) });

export type Screen = ReturnType<typeof screen>;

type Group = { readonly label: string; readonly screens: readonly Screen[] };

const GROUPS: readonly Group[] = [
  {
    label: "Work",
    screens: [
      screen("/inbox", "Inbox", "inbox", () => import("./inbox/inbox-screen"), { count: "inbox" }),
      screen("/referrals", "Referrals", "referrals", () => import("./referrals/referrals-screen")),
      screen("/board", "Board", "board", () => import("./board/board-screen")),
      screen(
        "/duplicates",
        "Duplicates",
        "duplicates",
        () => import("./duplicates/duplicates-screen"),
        { permission: "handle", count: "duplicates" },
      ),
      screen("/messages", "Messages", "messages", () => import("./messages/messages-screen"), {
        permission: "audit",
        count: "messages",
      }),
      screen("/rewards", "Rewards", "rewards", () => import("./rewards/rewards-screen"), {
        permission: "redemptions",
      }),
    ],
  },
  {
    label: "People",
    screens: [
      screen("/referrers", "Referrers", "referrers", () => import("./referrers/referrers-screen"), {
        permission: "handle",
      }),
    ],
  },
  {
    label: "Office",
    screens: [
      screen("/reports", "Reports", "reports", () => import("./reports/reports-screen")),
      // Everybody has their own account there; the team is for owners.
      screen("/staff", "Team", "team", () => import("./staff/staff-screen"), { listed: "staff" }),
      screen(
        "/integrations",
        "Integrations",
        "integrations",
        () => import("./integrations/integrations-screen"),
        { permission: "integrations" },
      ),
      screen(
        "/import",
        "Import a spreadsheet",
        "import",
        () => import("./spreadsheet/spreadsheet-screen"),
        { permission: "privacy" },
      ),
      screen("/audit", "Audit", "audit", () => import("./audit/audit-screen"), {
        permission: "audit",
      }),
      screen("/privacy", "Privacy", "privacy", () => import("./privacy/privacy-screen"), {
        permission: "privacy",
      }),
      screen("/settings", "Settings", "settings", () => import("./settings/settings-screen"), {
        permission: "settings",
      }),
    ],
  },
];

/** All screens that this person may open. */
export function screensOf(viewer: Viewer): Screen[] {
  const all = GROUPS.flatMap(({ screens }) => screens);
  return all.filter(({ permission }) => !permission || may(viewer, permission));
}

/** The navigation of this person: groups with at least one screen. */
export function navigationOf(viewer: Viewer): Group[] {
  return GROUPS.map(({ label, screens }) => ({
    label,
    screens: screens.filter(({ listed }) => !listed || may(viewer, listed)),
  })).filter(({ screens }) => screens.length > 0);
}
