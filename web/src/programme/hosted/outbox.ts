/**
 * Referrals that were submitted without a connection. They wait on this device and are sent, each
 * exactly once by its key, as soon as the site can be reached.
 */
import type { HostedReferral, ReferralDraft, Submission } from "@bindings";
import type { Waiting } from "@/programme/hosted-state";
import type { Accepted, Failed } from "@/programme/programme";
import type { Api, Reply, Turned } from "./api";
import type { Attempt } from "./attempt";
import { isGuestsRefusal } from "./ended-session";
import type { Kept } from "./kept";
import { WaitingStore } from "./waiting-store";

const LOCK = "waiting-referrals";

/** Refusals that pass: a login that is missing, a slow network, a busy server. */
const PASSING = [401, 408, 425, 429];

/** What came of sending: what was taken, and whether something is refused for good. */
export type Flushed = { readonly sent: readonly string[]; readonly refused: boolean };

type Sent = Reply<Accepted<HostedReferral>>;

export const NOTHING: Flushed = { sent: [], refused: false };

export class Outbox {
  readonly store = new WaitingStore();

  constructor(private readonly api: Api) {}

  get waiting(): readonly Waiting[] {
    return this.store.read().map(({ key, draft, by, refused }) => ({
      key,
      draft,
      ...(by === undefined ? {} : { by }),
      ...(refused === undefined ? {} : { refused }),
    }));
  }

  /** Takes away what this member has not sent yet: they have erased what is theirs. */
  forgetOf(by: string | undefined) {
    const theirs = this.store.read().filter((item) => by !== undefined && item.by === by);
    this.store.remove(theirs.map(({ key }) => key));
  }

  /** Sends one, whether it has waited or not. */
  send({ key, draft, date, by }: Attempt): Promise<Sent> {
    const value: Submission = { draft: by === undefined ? draft : asMember(draft), date };
    const asGuest = by === undefined;
    return this.api.act("/referrals", { method: "POST", value, key, asGuest });
  }

  /** Sends all that may go now, in one tab at a time. `by` names whoever is logged in. */
  async flush(by: string | undefined): Promise<Flushed> {
    const due = this.store.read().some((item) => isDue(item, by));
    if (!due) return NOTHING;
    if (!("locks" in navigator)) return this.sendAll(by);
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock ? this.sendAll(by) : NOTHING,
    );
  }

  private sendAll(by: string | undefined): Promise<Flushed> {
    return this.sendEach(this.store.read().filter((kept) => isDue(kept, by)));
  }

  /** One after the other, in the order in which they were submitted. */
  private async sendEach([item, ...later]: readonly Kept[]): Promise<Flushed> {
    if (!item) return NOTHING;
    const reply = await this.send(item);
    if (isForAll(reply)) return NOTHING;
    const { sent, refused } = this.settle(item, reply);
    const rest = await this.sendEach(later);
    return { sent: [...sent, ...rest.sent], refused: refused || rest.refused };
  }

  private settle(item: Kept, reply: Sent): Flushed {
    if (reply.outcome === "accepted") {
      this.store.remove([item.key]);
      return { sent: [item.key], refused: false };
    }
    if (!isForGood(reply, item)) return NOTHING;
    this.store.refuse(item.key, reply.notice);
    return { sent: [], refused: true };
  }
}

/** A member's goes under their own login alone, a guest's under none. */
function isDue({ refused, by: owner }: Kept, by: string | undefined): boolean {
  return !refused && (owner === undefined || owner === by);
}

/** No connection, or a server that wants to be left alone: the next one would fare no better. */
function isForAll(reply: Sent): boolean {
  if (reply.outcome === "accepted") return false;
  return reply.outcome === "failed" || reply.status === 429;
}

function isForGood(reply: Turned | Failed, { by }: Kept): reply is Turned {
  if (reply.outcome === "failed") return false;
  if (by !== undefined && isGuestsRefusal(reply)) return false;
  return reply.status < 500 && !PASSING.includes(reply.status);
}

/** Without a guest's name and number, so that it cannot pass for one if the login has ended. */
function asMember(draft: ReferralDraft): ReferralDraft {
  return { ...draft, referrerName: "", referrerPhone: "" };
}
