/**
 * Referrals that were submitted without a connection. They wait on this device and are sent as soon
 * as the site can be reached, each exactly once thanks to its key.
 */
import type { HostedReferral, Submission, User } from "@bindings";
import type { Accepted, Failed, Waiting } from "@/programme/programme";
import { type Api, GUEST, isSessionMismatch, type Refusal, type Reply } from "./api";
import { type KeyedReferral, OfflineStore, type QueuedReferral } from "./offline-store";

const LOCK = "waiting-referrals";

/** Statuses of refusals that pass by themselves: a slow network, a busy server. */
const TEMPORARY = [408, 425, 429];

type SubmissionReply = Reply<Accepted<HostedReferral>>;

export class OfflineQueue {
  readonly store = new OfflineStore();
  /** Pairs of numbers that belong to two different people, according to the server. */
  private readonly knownToDiffer = new Set<string>();

  constructor(private readonly api: Api) {}

  get waiting(): readonly Waiting[] {
    return this.store.read();
  }

  /** Removes this member's waiting referrals after they have erased their data. */
  forgetOf(user: User) {
    const theirs = this.store.read().filter(({ by }) => by?.mobileNumber === user.mobileNumber);
    this.store.remove(theirs.map(({ key }) => key));
  }

  /** Sends one referral. The server accepts it only under its owner's login. */
  send({ key, draft, date, by }: KeyedReferral, anonymous = false): Promise<SubmissionReply> {
    const value: Submission = { draft, date };
    const user = by ? by.mobileNumber : GUEST;
    return this.api.sendOnce("/referrals", { method: "POST", value, key, user, anonymous });
  }

  /**
   * Sends all referrals that may be sent now, in one tab at a time. Returns the keys of the
   * accepted ones.
   */
  async flush(user: User | undefined): Promise<readonly string[]> {
    const due = this.store.read().some((item) => isDue(item, user));
    if (!due && this.otherSpellings(user).length === 0) return [];
    if (!("locks" in navigator)) return this.sendAll(user);
    return navigator.locks.request(LOCK, { ifAvailable: true }, (lock) =>
      lock ? this.sendAll(user) : [],
    );
  }

  /**
   * Numbers of waiting referrals that may be this member's in another spelling. All spellings of a
   * number end in the same digits, so their display names are equal.
   */
  private otherSpellings(user: User | undefined): string[] {
    const numbers = this.store
      .read()
      .flatMap(({ by }) => (by?.name === user?.name && by?.mobileNumber ? [by.mobileNumber] : []));
    return [...new Set(numbers)].filter(
      (number) => number !== user?.mobileNumber && !this.knownToDiffer.has(pair(user, number)),
    );
  }

  /** Asks the server which of these spellings are this member's number. */
  private async claim(user: User) {
    const claims = this.otherSpellings(user).map(async (number) => {
      const reply = await this.api.fetch("/sessions", { user: number });
      if (reply.outcome === "accepted") this.store.reassign(number, user);
      if (reply.outcome === "refused") this.knownToDiffer.add(pair(user, number));
    });
    await Promise.all(claims);
  }

  /** Sends them one after the other, in the order of submission. */
  private async sendAll(user: User | undefined): Promise<readonly string[]> {
    if (user) await this.claim(user);
    const sent: string[] = [];
    for (const item of this.store.read().filter((one) => isDue(one, user))) {
      // A guest's referral is sent without the session, even if somebody has logged in since.
      const reply = await this.send(item, item.by === undefined);
      if (stopsAll(reply)) break;
      if (reply.outcome === "accepted") {
        this.store.remove([item.key]);
        sent.push(item.key);
      } else if (isPermanent(reply)) {
        this.store.markRefused(item.key, reply.notice);
      }
    }
    return sent;
  }
}

function pair(user: User | undefined, number: string): string {
  return `${user?.mobileNumber} ${number}`;
}

/** A member's referral is sent only under their login, a guest's without a login. */
function isDue(
  item: QueuedReferral,
  user: User | undefined,
): item is QueuedReferral & KeyedReferral {
  const { refused, by } = item;
  return !refused && (by === undefined || by.mobileNumber === user?.mobileNumber);
}

/** Without a connection, or if the server is asked too often, the next one would fail too. */
function stopsAll(reply: SubmissionReply): boolean {
  if (reply.outcome === "accepted") return false;
  return reply.outcome === "failed" || reply.status === 429;
}

/** A login that has ended or belongs to somebody else is not a permanent refusal. */
function isPermanent(reply: Refusal | Failed): reply is Refusal {
  if (reply.outcome === "failed" || isSessionMismatch(reply)) return false;
  return reply.status < 500 && !TEMPORARY.includes(reply.status);
}
