/**
 * Referrals that were submitted without a connection. Each is sent as soon as the site can be
 * reached, exactly once thanks to its key, and only under its owner's login.
 *
 * TanStack Query pauses and resumes them. Its persister stores all mutations of a tab together and
 * does not say whether that worked, so they are stored in `waiting-store.ts`.
 */
import type { HostedReferral, Notice, Submission, User } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { onlineManager } from "@tanstack/react-query";
import type { Client } from "@/api/client";
import {
  GUEST,
  isSessionMismatch,
  type Refusal,
  type Reply,
  replyOf,
  RequestError,
} from "@/api/requests";
import type { Accepted } from "@/outcome";
import { connectionLost } from "./connection";
import {
  isWaiting,
  readWaiting,
  removeWaiting,
  storeWaiting,
  type WaitingReferral,
} from "./waiting-store";

const WAITING = "waiting";

/** Statuses of refusals that pass by themselves: a slow network, a busy server. */
const TEMPORARY = [408, 425, 429];

type SubmissionReply = Reply<Accepted<HostedReferral>>;

export class WaitingReferrals {
  /** `onChange` is called when one was sent, or refused for good. */
  constructor(
    private readonly client: Client,
    private readonly onChange: () => void,
  ) {}

  /** Sends one referral. The server accepts it only under its owner's login. */
  send(waiting: WaitingReferral, anonymous = false): Promise<SubmissionReply> {
    const { key, draft, sayWho, opening, by } = waiting;
    const value: Submission = {
      draft,
      ...(sayWho === true && { sayWho }),
      ...(opening && { opening: opening.address }),
    };
    const user = by ? by.mobileNumber : GUEST;
    return this.client.api.sendOnce("/referrals", { method: "POST", value, key, user, anonymous });
  }

  /** Sends what may be sent under this login, now or when there is a connection. */
  resume() {
    const user = this.client.session?.user;
    const due = readWaiting().filter((item) => isDue(item, user));
    for (const item of due) if (!this.find(item.key)) this.sendWhenPossible(item);
  }

  /** Tries now, even if there seems to be no connection. Returns the notice about the outcome. */
  async sendNow(): Promise<Notice | undefined> {
    const before = readWaiting().length;
    onlineManager.setOnline(true);
    this.resume();
    do await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    while (readWaiting().some(({ key }) => this.find(key)?.state.isPaused === false));
    const left = readWaiting();
    if (left.length < before) return HOSTED_NOTICES.sentAfterAll;
    const refused = left.find((item) => item.refused)?.refused;
    return left.length === 0 ? undefined : (refused ?? HOSTED_NOTICES.stillWaiting);
  }

  /** Removes this member's waiting referrals after they have erased their data. */
  forgetOf({ mobileNumber }: User) {
    for (const { key, by } of readWaiting()) {
      if (by?.mobileNumber === mobileNumber) removeWaiting(key);
    }
  }

  /** The mutation that sends it or waits. */
  private find(key: string) {
    const mutations = this.client.queries.getMutationCache();
    return mutations.find({ mutationKey: [WAITING, key], status: "pending" });
  }

  private sendWhenPossible(item: WaitingReferral) {
    const { queries } = this.client;
    const mutation = queries.getMutationCache().build(queries, {
      mutationKey: [WAITING, item.key],
      mutationFn: () => inOneTab(() => this.trySending(item)),
    });
    mutation.execute(undefined).then(this.onChange, (error: unknown) => {
      // It waits until its owner logs in again, or until there is a connection.
      if (isSessionMismatch(replyOf(error))) void this.client.refetchSession();
      else this.resume();
    });
  }

  private async trySending(item: WaitingReferral) {
    // Another tab has sent it in the meantime.
    if (!isWaiting(item.key)) return;
    // The one before has just found no connection.
    if (!onlineManager.isOnline()) throw new Error("No connection");
    // A guest's referral is sent without the session, even if somebody has logged in since.
    const reply = await this.send(item, item.by === undefined);
    if (reply.outcome === "accepted") {
      removeWaiting(item.key);
    } else if (isPermanent(reply)) {
      storeWaiting({ ...item, refused: reply.notice });
    } else {
      if (!isSessionMismatch(reply)) connectionLost();
      throw new RequestError(reply);
    }
  }
}

/** How often the page looks whether everything is sent, in milliseconds. */
const LOOK_MS = 50;

/** Runs one action after the other, in all tabs. Some browsers have locks on secure pages only. */
function inOneTab<T>(action: () => Promise<T>): Promise<T> {
  return "locks" in navigator ? navigator.locks.request(WAITING, action) : action();
}

/** A member's referral is sent only under their login, a guest's without a login. */
function isDue({ refused, by }: WaitingReferral, user: User | null | undefined): boolean {
  return !refused && (by === undefined || by.mobileNumber === user?.mobileNumber);
}

/** A login that has ended or belongs to somebody else is not a permanent refusal. */
function isPermanent(reply: SubmissionReply): reply is Refusal {
  if (reply.outcome !== "refused" || isSessionMismatch(reply)) return false;
  return reply.status < 500 && !TEMPORARY.includes(reply.status);
}
