import type { ReactNode } from "react";
import { useLook } from "@/console/look";
import styles from "./shell.module.css";

/** Line-drawn icons on a grid of 24, each one path. */
const PATHS = {
  inbox: "M3 13h5l1.5 3h5l1.5-3h5M5.5 5h13L21 13v6H3v-6z",
  referrals: "M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01",
  board: "M4 4h4v16H4zM10 4h4v9h-4zM16 4h4v12h-4z",
  duplicates: "M9 9h11v11H9zM4 15V4h11",
  messages: "M3 5h18v12H9l-5 4v-4H3z",
  rewards: "M4 9h16v4H4zM5.5 13v8h13v-8M12 9v12M12 9C7 9 7 4 9.5 4S12 9 12 9s0-5 2.5-5S17 9 12 9",
  referrers: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-4 3.5-6 8-6s8 2 8 6",
  reports: "M3 20h18M6 16v-5M12 16V4M18 16V8",
  team: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 2.8-5.5 6.5-5.5s6.5 2 6.5 5.5M16 4.3a3.5 3.5 0 0 1 0 6.4M18 14.8c2.2.7 3.5 2.5 3.5 5.2",
  integrations: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  import: "M12 3v11M7.5 9.5L12 14l4.5-4.5M4 20h16",
  audit: "M6 3h8l4 4v14H6zM9 11h6M9 15h6",
  privacy: "M12 3l8 3v6c0 5-3.5 8-8 9-4.5-1-8-4-8-9V6z",
  settings:
    "M4 7h8.5M17.5 7H20M4 17h2.5M11.5 17H20M15 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM9 19.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  find: "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21",
  fold: "M4 5h16v14H4zM9.5 5v14",
  keyboard: "M2.5 6h19v12h-19zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M8 14h8",
  more: "M5 12h.01M12 12h.01M19 12h.01",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon beside words, or in a control that has a name. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true" focusable="false">
      <path
        d={PATHS[name]}
        fill="none"
        stroke="currentColor"
        strokeWidth={name === "more" ? 3 : 1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

/** The name of an item of the navigation, which is heard but not shown while that is folded. */
export function Name({ children }: { children: ReactNode }) {
  const { folded } = useLook();
  return <span className={folded ? "visually-hidden" : styles.name}>{children}</span>;
}
