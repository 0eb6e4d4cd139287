import { type Notice, REJECTIONS, type Referral, type ReferralDraft, TROUBLES } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import { loadRules, stringify } from "@/rules";
import type { Outcome } from "@/programme/programme";
import { failed, wasUnreached } from "./api";
import type { Attempt } from "./attempt";
import type { Desk } from "./desk";
import { tooLong } from "./lengths";

/** Submits a referral, or keeps it on this device while there is no connection. */
export async function submit(desk: Desk, draft: ReferralDraft): Promise<Outcome<Referral | null>> {
  const refused = tooLong(draft);
  if (refused) return refused;
  const { attempts, outbox, session } = desk;
  const attempt = attempts.of(draft, session.user);
  if (!navigator.onLine) return keep(desk, attempt);
  const reply = await outbox.send(attempt);
  if (wasUnreached(reply)) return keep(desk, attempt);
  if (reply.outcome === "failed") return reply;
  attempts.settle();
  if (reply.outcome === "refused") return reply;
  await desk.changed();
  return { ...reply, value: reply.value.referral };
}

/** What is complete waits; what is not is mended first, as if the server had said so. */
async function keep(desk: Desk, attempt: Attempt): Promise<Outcome<null>> {
  const codes = await brokenRules(attempt).catch(() => undefined);
  if (codes === undefined) return failed("unavailable");
  if (codes.length > 0) return { outcome: "refused", codes, notice: noticeOf(codes) };
  const trouble = desk.outbox.store.add(attempt);
  if (trouble) return { outcome: "failed", trouble, notice: TROUBLES[trouble] };
  desk.attempts.settle();
  desk.tabs.tell({ changed: false, gone: [] });
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.savedForLater };
}

/** A member's name and number are known to the server, whatever stands in the guest's fields. */
async function brokenRules({ draft, by }: Attempt) {
  const { checkReferral, Viewer } = await loadRules();
  const viewer = Viewer.guest();
  try {
    const referrer = by && { referrerName: by.name, referrerPhone: by.name };
    return checkReferral(stringify({ ...draft, ...referrer }), viewer);
  } finally {
    viewer.free();
  }
}

function noticeOf([first]: readonly (keyof typeof REJECTIONS)[]): Notice {
  return (first && REJECTIONS[first].notice) ?? failed("unavailable").notice;
}
