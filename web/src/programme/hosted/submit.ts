import { type Notice, type Referral, type ReferralDraft, REJECTIONS, TROUBLES } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted-words";
import { loadRules, stringify } from "@/rules";
import type { Outcome } from "@/programme/programme";
import { failed, tooLong, wasUnreached } from "./api";
import type { KeyedReferral } from "./idempotency-keys";
import type { HostedClient } from "./client";

/** Submits a referral, or keeps it on this device while there is no connection. */
export async function submit(
  client: HostedClient,
  draft: ReferralDraft,
): Promise<Outcome<Referral | null>> {
  const refused = tooLong(draft);
  if (refused) return refused;
  const { keys, queue, session } = client;
  const attempt = keys.of(draft, session.user);
  if (!navigator.onLine) return keep(client, attempt);
  const reply = await queue.send(attempt);
  if (wasUnreached(reply)) return keep(client, attempt);
  if (reply.outcome === "failed") return reply;
  keys.settle();
  if (reply.outcome === "refused") return reply;
  await client.changed();
  return { ...reply, value: reply.value.referral };
}

/** What is complete waits; what is not is mended first, as if the server had said so. */
async function keep(client: HostedClient, attempt: KeyedReferral): Promise<Outcome<null>> {
  const codes = await brokenRules(attempt).catch(() => undefined);
  if (codes === undefined) return failed("unavailable");
  if (codes.length > 0) return { outcome: "refused", codes, notice: noticeOf(codes) };
  const trouble = client.queue.store.add(attempt);
  if (trouble) return { outcome: "failed", trouble, notice: TROUBLES[trouble] };
  client.keys.settle();
  client.tabs.tell({ changed: false, gone: [] });
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.savedForLater };
}

/** A member's name and number are known to the server, whatever stands in the guest's fields. */
async function brokenRules({ draft, by }: KeyedReferral) {
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
