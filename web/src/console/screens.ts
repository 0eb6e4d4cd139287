/** The screens of the console, in the order of its navigation. */
import { type ComponentType, lazy } from "react";
import type { Viewer } from "./server";

export type ScreenProps = { readonly viewer: Viewer };

type Screen = {
  readonly path: string;
  readonly label: string;
  /** Who sees it; everybody who works here if that is not said. */
  readonly roles?: readonly string[];
  readonly Screen: ComponentType<ScreenProps>;
};

const screen = (load: () => Promise<{ default: ComponentType<ScreenProps> }>) => lazy(load);

export const SCREENS: readonly Screen[] = [
  { path: "/inbox", label: "Inbox", Screen: screen(() => import("./inbox/inbox-screen")) },
  {
    path: "/referrals",
    label: "Referrals",
    Screen: screen(() => import("./referrals/referrals-screen")),
  },
  { path: "/board", label: "Board", Screen: screen(() => import("./board/board-screen")) },
  {
    path: "/referrers",
    label: "Referrers",
    Screen: screen(() => import("./referrers/referrers-screen")),
  },
  {
    path: "/duplicates",
    label: "Duplicates",
    Screen: screen(() => import("./duplicates/duplicates-screen")),
  },
  {
    path: "/messages",
    label: "Messages",
    roles: ["owner", "manager"],
    Screen: screen(() => import("./messages/messages-screen")),
  },
  {
    path: "/reports",
    label: "Reports",
    Screen: screen(() => import("./reports/reports-screen")),
  },
  {
    path: "/integrations",
    label: "Integrations",
    roles: ["owner"],
    Screen: screen(() => import("./integrations/integrations-screen")),
  },
  { path: "/staff", label: "Staff", Screen: screen(() => import("./staff/staff-screen")) },
  {
    path: "/audit",
    label: "Audit",
    roles: ["owner", "manager", "auditor"],
    Screen: screen(() => import("./audit/audit-screen")),
  },
  {
    path: "/privacy",
    label: "Privacy",
    roles: ["owner", "manager"],
    Screen: screen(() => import("./privacy/privacy-screen")),
  },
];
