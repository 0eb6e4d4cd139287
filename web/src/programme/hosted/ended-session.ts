import { HOSTED_NOTICES } from "@bindings/hosted-words";
import type { Refused } from "@/programme/programme";

/** A refusal that means: the server does not know this login any more. */
export function isNotLoggedIn({ codes }: Refused): boolean {
  return codes.includes("not-logged-in");
}

/** So does what a guest alone is asked for, where a member has submitted. */
export function isGuestsRefusal({ codes }: Refused): boolean {
  return codes.includes("referrer-name-missing") || codes.includes("referrer-phone-missing");
}

/** What the page is told of it. */
export const SESSION_ENDED: Refused = {
  outcome: "refused",
  codes: ["not-logged-in"],
  notice: HOSTED_NOTICES.sessionEnded,
  errors: [],
};
