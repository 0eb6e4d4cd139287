import type { Refused } from "@/programme/programme";
import { failed } from "./api";

/** A refusal that means: the session that this page shows has ended, or is another one by now. */
export function isOfAnother({ codes }: Refused): boolean {
  return codes.includes("session-ended") || codes.includes("session-changed");
}

/** What is said of a login that has ended. */
export const SESSION_ENDED = failed("session-ended").notice;
