/** The screens of the console, in the order of its navigation. */
import type { Permission } from "@bindings";
import { type ComponentType, lazy } from "react";
import type { ScreenProps } from "./server";

type Load = () => Promise<{ default: ComponentType<ScreenProps> }>;

/** A screen with its path. Without a permission it is for all staff. */
const screen = (path: string, label: string, load: Load, permission?: Permission) => ({
  path,
  label,
  permission,
  Screen: lazy(load),
});

export const SCREENS = [
  screen("/inbox", "Inbox", () => import("./inbox/inbox-screen")),
  screen("/referrals", "Referrals", () => import("./referrals/referrals-screen")),
  screen("/board", "Board", () => import("./board/board-screen")),
  screen("/referrers", "Referrers", () => import("./referrers/referrers-screen")),
  screen("/duplicates", "Duplicates", () => import("./duplicates/duplicates-screen"), "handle"),
  screen("/messages", "Messages", () => import("./messages/messages-screen"), "messages"),
  screen("/reports", "Reports", () => import("./reports/reports-screen")),
  screen(
    "/integrations",
    "Integrations",
    () => import("./integrations/integrations-screen"),
    "integrations",
  ),
  screen("/staff", "Staff", () => import("./staff/staff-screen")),
  screen("/audit", "Audit", () => import("./audit/audit-screen"), "audit"),
  screen("/privacy", "Privacy", () => import("./privacy/privacy-screen"), "privacy"),
];
