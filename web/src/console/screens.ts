/** The screens of the console, in the order of its navigation. */
import type { Permission } from "@bindings";
import { type ComponentType, lazy } from "react";
import type { ScreenProps } from "./server";

type Screen = {
  readonly path: string;
  readonly label: string;
  /** The permission that the screen needs; without one it is for all staff. */
  readonly permission?: Permission;
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
    permission: "messages",
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
    permission: "integrations",
    Screen: screen(() => import("./integrations/integrations-screen")),
  },
  { path: "/staff", label: "Staff", Screen: screen(() => import("./staff/staff-screen")) },
  {
    path: "/audit",
    label: "Audit",
    permission: "audit",
    Screen: screen(() => import("./audit/audit-screen")),
  },
  {
    path: "/privacy",
    label: "Privacy",
    permission: "privacy",
    Screen: screen(() => import("./privacy/privacy-screen")),
  },
];
