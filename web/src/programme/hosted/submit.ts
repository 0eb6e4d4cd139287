import {
  type BrowserRejection,
  type Notice,
  type Referral,
  type ReferralDraft,
  REJECTIONS,
  BROWSER_FAILURES,
  SERVICE_OPTIONS,
  type SessionView,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { loadRules, parse, stringify } from "@/rules";
import { failed, tooLong, isUnreachable } from "@/api/requests";
import type { Outcome } from "@/outcome";
import type { Beside } from "@/programme/programme";
import type { PageState } from "./page-state";
import { connectionLost } from "./connection";
import { storeWaiting, type WaitingReferral } from "./waiting-store";

/** Submits a referral, or stores it on this device while there is no connection. */
export async function submit(
  page: PageState,
  draft: ReferralDraft,
  beside: Beside,
): Promise<Outcome<Referral | null>> {
  const refused = tooLong(draft);
  if (refused) return refused;
  const keyed = await withKey(page, draft, beside);
  const reply = await page.waiting.send(keyed);
  if (isUnreachable(reply)) return keep(page, keyed);
  if (reply.outcome === "failed") return reply;
  page.keys.clear();
  if (reply.outcome === "refused") {
    // The list of the form is older than what the server offers.
    if (reply.codes.some(isAboutService)) void page.client.refetchSession();
    return reply;
  }
  await page.changed();
  return { ...reply, value: reply.value.referral };
}

const isAboutService = (code: string) =>
  code === "service-not-offered" || code === "service-unknown";

/** The submission, with the same key for every try of the same text and answers by the same person. */
async function withKey(
  { keys, client }: PageState,
  draft: ReferralDraft,
  beside: Beside,
): Promise<WaitingReferral> {
  const user = client.session?.user;
  const by = user && { name: user.name, mobileNumber: user.mobileNumber };
  const { key, at } = await keys.keyFor({ draft, ...beside, by });
  return { key, draft, ...beside, at, ...(by && { by }) };
}

/** Stores the submission if it is complete. If not, refuses it as the server would. */
async function keep(page: PageState, keyed: WaitingReferral): Promise<Outcome<null>> {
  const codes = await brokenRules(keyed, page.client.session).catch(() => undefined);
  if (codes === undefined) return failed("unavailable");
  if (codes.length > 0) return { outcome: "refused", codes, notice: noticeOf(codes) };
  const code = storeWaiting(keyed);
  if (code) return { outcome: "failed", code, notice: BROWSER_FAILURES[code] };
  page.keys.clear();
  connectionLost();
  page.waiting.resume();
  page.tellOtherTabs();
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.savedForLater };
}

/**
 * For a member, the server ignores the guest's fields, and so does this check. A service that the server
 * has offered counts as one that the rules know.
 */
async function brokenRules(
  { draft, by }: WaitingReferral,
  session: SessionView | undefined,
): Promise<readonly BrowserRejection[]> {
  const { checkReferral, Viewer } = await loadRules();
  const viewer = Viewer.guest();
  try {
    const referrer = by && { referrerName: by.name, referrerPhone: by.mobileNumber };
    const isOffered = session?.services?.some(({ value }) => value === draft.service);
    const [first] = SERVICE_OPTIONS;
    const known = isOffered && first && { service: first.value };
    return parse(
      checkReferral(stringify({ ...draft, ...referrer, ...known }), viewer),
    ) as BrowserRejection[];
  } finally {
    viewer.free();
  }
}

function noticeOf([first]: readonly BrowserRejection[]): Notice {
  return (first && REJECTIONS[first].notice) ?? failed("unavailable").notice;
}
