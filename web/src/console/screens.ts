/** The screens of the console, in the order of its navigation. */
import type { Permission } from "@bindings";
import { type ComponentType, lazy } from "react";
import type { ScreenProps } from "./server";

type Load = () => Promise<{ default: ComponentType<ScreenProps> }>;

/** A screen with its path. Without a permission it is for all staff. */
const screen = (label: string, load: Load, permission?: Permission) => ({
  path: `/${label.toLowerCase()}`,
  label,
  permission,
  Screen: lazy(load),
});

export const SCREENS = [
  screen("Inbox", () => import("./inbox/inbox-screen")),
  screen("Referrals", () => import("./referrals/referrals-screen")),
  screen("Board", () => import("./board/board-screen")),
  screen("Referrers", () => import("./referrers/referrers-screen")),
  screen("Duplicates", () => import("./duplicates/duplicates-screen")),
  screen("Messages", () => import("./messages/messages-screen"), "messages"),
  screen("Reports", () => import("./reports/reports-screen")),
  screen("Integrations", () => import("./integrations/integrations-screen"), "integrations"),
  screen("Staff", () => import("./staff/staff-screen")),
  screen("Audit", () => import("./audit/audit-screen"), "audit"),
  screen("Privacy", () => import("./privacy/privacy-screen"), "privacy"),
];
