/**
 * Referrals that were submitted without a connection. They wait on this device and are sent, each
 * exactly once by its key, as soon as the site can be reached.
 */
import type { HostedReferral, Submission, User } from "@bindings";
import type { Accepted, Failed, Waiting } from "@/programme/programme";
import { type Api, GUEST, isOfAnother, type Reply, type Turned } from "./api";
import type { KeyedReferral } from "./idempotency-keys";
import { type KeptReferral, OfflineStore } from "./offline-store";

const LOCK = "waiting-referrals";

/** Refusals that pass: a slow network, a busy server. */
const PASSING = [408, 425, 429];

/** What came of sending: what was taken, and whether something is refused for good. */
export type Flushed = { readonly sent: readonly string[]; readonly refused: boolean };

type Sent = Reply<Accepted<HostedReferral>>;

export const NOTHING: Flushed = { sent: [], refused: false };

export class OfflineQueue {
  readonly store = new OfflineStore();
  /** Pairs of numbers which, the server has said, are two people's. */
  private readonly strangers = new Set<string>();

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
  forgetOf(user: User) {
    const theirs = this.store.read().filter(({ by }) => by?.mobileNumber === user.mobileNumber);
    this.store.remove(theirs.map(({ key }) => key));
  }

  /** Sends one. It is taken only if whose it is, is whose session this is. */
  send({ key, draft, date, by }: KeyedReferral, anonymous = false): Promise<Sent> {
    const value: Submission = { draft, date };
    const user = by ? by.mobileNumber : GUEST;
    return this.api.act("/referrals", { method: "POST", value, key, user, anonymous });
  }

  /** Sends all that may go now, in one tab at a time. */
  async flush(user: User | undefined): Promise<Flushed> {
    const due = this.store.read().some((item) => isDue(item, user));
    if (!due && this.otherSpellings(user).length === 0) return NOTHING;
    if (!("locks" in navigator)) return this.sendAll(user);
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock ? this.sendAll(user) : NOTHING,
    );
  }

  /**
   * Numbers that something waits for, and that may be this member's in another spelling: all
   * spellings of a number end alike, and so the display name is the same.
   */
  private otherSpellings(user: User | undefined): string[] {
    const numbers = this.store
      .read()
      .flatMap(({ by }) => (by?.name === user?.name && by?.mobileNumber ? [by.mobileNumber] : []));
    return [...new Set(numbers)].filter(
      (number) => number !== user?.mobileNumber && !this.strangers.has(pair(user, number)),
    );
  }

  /** Only the server knows which spellings are one number: it takes them for whom it shows. */
  private async claim(user: User) {
    const asked = this.otherSpellings(user).map(async (number) => {
      const reply = await this.api.do("/sessions", { user: number });
      if (reply.outcome === "accepted") this.store.rename(number, user);
      if (reply.outcome === "refused") this.strangers.add(pair(user, number));
    });
    await Promise.all(asked);
  }

  private async sendAll(user: User | undefined): Promise<Flushed> {
    if (user) await this.claim(user);
    return this.sendEach(this.store.read().filter((item) => isDue(item, user)));
  }

  /** One after the other, in the order in which they were submitted. */
  private async sendEach([item, ...later]: readonly KeyedReferral[]): Promise<Flushed> {
    if (!item) return NOTHING;
    // A guest's stays a guest's, whoever has logged in since.
    const reply = await this.send(item, item.by === undefined);
    if (isForAll(reply)) return NOTHING;
    const { sent, refused } = this.settle(item, reply);
    const rest = await this.sendEach(later);
    return { sent: [...sent, ...rest.sent], refused: refused || rest.refused };
  }

  private settle(item: KeyedReferral, reply: Sent): Flushed {
    if (reply.outcome === "accepted") {
      this.store.remove([item.key]);
      return { sent: [item.key], refused: false };
    }
    if (!isForGood(reply)) return NOTHING;
    this.store.refuse(item.key, reply.notice);
    return { sent: [], refused: true };
  }
}

function pair(user: User | undefined, number: string): string {
  return `${user?.mobileNumber} ${number}`;
}

/** A member's goes under their own login alone, a guest's under none. */
function isDue(item: KeptReferral, user: User | undefined): item is KeptReferral & KeyedReferral {
  const { refused, by } = item;
  return !refused && (by === undefined || by.mobileNumber === user?.mobileNumber);
}

/** No connection, or a server that wants to be left alone: the next one would fare no better. */
function isForAll(reply: Sent): boolean {
  if (reply.outcome === "accepted") return false;
  return reply.outcome === "failed" || reply.status === 429;
}

/** A login that has ended, or is another's, passes as well. */
function isForGood(reply: Turned | Failed): reply is Turned {
  if (reply.outcome === "failed" || isOfAnother(reply)) return false;
  return reply.status < 500 && !PASSING.includes(reply.status);
}
