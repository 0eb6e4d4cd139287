import {
  type Notice,
  type Referral,
  type ReferralDraft,
  REJECTIONS,
  BROWSER_FAILURES,
} from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { loadRules, parse, stringify } from "@/rules";
import type { Outcome } from "@/programme/programme";
import { failed, tooLong, isUnreachable } from "./api";
import type { HostedClient } from "./client";
import type { KeyedReferral } from "./offline-store";

/** Submits a referral, or stores it on this device while there is no connection. */
export async function submit(
  client: HostedClient,
  draft: ReferralDraft,
): Promise<Outcome<Referral | null>> {
  const refused = tooLong(draft);
  if (refused) return refused;
  const { keys, queue } = client;
  const keyed = await withKey(client, draft);
  if (!navigator.onLine) return keep(client, keyed);
  const reply = await queue.send(keyed);
  if (isUnreachable(reply)) return keep(client, keyed);
  if (reply.outcome === "failed") return reply;
  keys.clear();
  if (reply.outcome === "refused") return reply;
  await client.changed();
  return { ...reply, value: reply.value.referral };
}

/** The submission, with the same key for every try of the same text by the same person. */
async function withKey(
  { keys, session: { user } }: HostedClient,
  draft: ReferralDraft,
): Promise<KeyedReferral> {
  const by = user && { name: user.name, mobileNumber: user.mobileNumber };
  const { key, at } = await keys.keyFor({ draft, by });
  return { key, draft, date: new Date(at).toLocaleDateString(), at, ...(by && { by }) };
}

/** Stores the submission if it is complete. If not, refuses it as the server would. */
async function keep(client: HostedClient, keyed: KeyedReferral): Promise<Outcome<null>> {
  const codes = await brokenRules(keyed).catch(() => undefined);
  if (codes === undefined) return failed("unavailable");
  if (codes.length > 0) return { outcome: "refused", codes, notice: noticeOf(codes) };
  const code = client.queue.store.add(keyed);
  if (code) return { outcome: "failed", code, notice: BROWSER_FAILURES[code] };
  client.keys.clear();
  client.tabs.post({ changed: false, gone: [] });
  return { outcome: "accepted", value: null, notice: HOSTED_NOTICES.savedForLater };
}

/** For a member, the server ignores the guest's fields, and so does this check. */
async function brokenRules({ draft, by }: KeyedReferral) {
  const { checkReferral, Viewer } = await loadRules();
  const viewer = Viewer.guest();
  try {
    const referrer = by && { referrerName: by.name, referrerPhone: by.mobileNumber };
    return parse(checkReferral(stringify({ ...draft, ...referrer }), viewer));
  } finally {
    viewer.free();
  }
}

function noticeOf([first]: readonly (keyof typeof REJECTIONS)[]): Notice {
  return (first && REJECTIONS[first].notice) ?? failed("unavailable").notice;
}
