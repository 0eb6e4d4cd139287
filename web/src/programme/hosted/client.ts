/**
 * The state of hosted mode: who is logged in, the list, what waits on this device; and how each
 * answer of the server changes it.
 */
import type { Notice, SessionView } from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted";
import {
  type Accepted,
  type Failed,
  type HostedActions,
  LOADING,
  type NotAccepted,
  type ProgrammeState,
  type Refused,
} from "@/programme/programme";
import { IDEMPOTENCY_STORAGE_KEYS } from "@/programme/drafts";
import { Store } from "@/store";
import {
  Api,
  failed,
  type Fetch,
  IdempotencyKeys,
  isSessionMismatch,
  needsSecondFactor,
  type ApiRequest,
  type Reply,
} from "./api";
import { List } from "./list";
import { onReturn } from "./connection";
import { OfflineQueue } from "./offline-queue";
import { OtherTabs } from "./other-tabs";
import { SecondFactorPrompt, Session } from "./session";
import { UnknownWrites, type Write } from "./unknown-writes";

/** Dependencies that tests replace. */
export type Dependencies = {
  readonly fetch?: Fetch;
  readonly signal?: AbortSignal;
  /** The pauses before a write without an answer is tried again, in milliseconds. */
  readonly pauses?: readonly number[];
};

export class HostedClient {
  readonly api: Api;
  readonly session: Session;
  readonly list: List;
  readonly queue: OfflineQueue;
  readonly keys = new IdempotencyKeys(IDEMPOTENCY_STORAGE_KEYS.referral);
  readonly tabs = new OtherTabs();
  readonly state = new Store<ProgrammeState>(LOADING);
  /** Asks for the second factor again when an action needs it. */
  readonly factor = new SecondFactorPrompt();
  /** The outcome of a write whose answer was lost, until a page has shown it. */
  lateOutcome: Notice | undefined;
  private readonly unknownWrites = new UnknownWrites();
  readonly actions: HostedActions;
  private readonly signal: AbortSignal;
  private opening: Promise<Failed | undefined> | undefined;
  private following = false;
  private outOfDate = false;
  /** Whether a login has ended by itself, and nobody has logged in since. */
  private loginEnded = false;

  constructor(
    { fetch, signal, pauses }: Dependencies,
    actions: (client: HostedClient) => HostedActions,
  ) {
    const send: Fetch = fetch ?? ((path, init) => window.fetch(path, init));
    this.api = new Api(send, () => this.session.expectedUser, pauses);
    this.session = new Session(this.api);
    this.list = new List(this.api);
    this.queue = new OfflineQueue(this.api);
    this.signal = signal ?? new AbortController().signal;
    this.actions = actions(this);
  }

  /** Fetches the session and the list, once. Returns the failure, if any. */
  start(): Promise<Failed | undefined> {
    this.opening ??= this.begin();
    return this.opening;
  }

  /** Runs an action once the session is known, and shows the result. */
  async run<T extends { outcome: string }>(
    action: (client: HostedClient) => Promise<T | NotAccepted>,
  ): Promise<T | NotAccepted> {
    const failure = await this.start();
    if (failure) return failure;
    const outcome = await this.withSecondFactor(action);
    const followed = await this.followRefusal(outcome);
    this.showReady();
    return followed;
  }

  /**
   * Runs the action. If it is refused because the second factor was given too long ago, waits until
   * the admin has given it again and repeats the action, so that nobody has to start over.
   */
  private async withSecondFactor<T extends { outcome: string }>(
    action: (client: HostedClient) => Promise<T | NotAccepted>,
  ): Promise<T | NotAccepted> {
    const outcome = await action(this);
    if (!isRefused(outcome) || !outcome.codes.includes("second-factor-stale")) return outcome;
    const given = this.factor.wait();
    this.showReady();
    return (await given) ? this.withSecondFactor(action) : outcome;
  }

  /**
   * Sends a write, which is done once even if it is tried several times. If no answer comes, it is
   * tried again as soon as the site can be reached; `onDone` is called when it is known to be
   * done.
   */
  async write<T>(
    path: string,
    request: ApiRequest,
    onDone: (value: T) => void | Promise<void> = () => this.changed(),
  ): Promise<Reply<Accepted<T>>> {
    const content = { user: this.session.expectedUser, ...request };
    const write = this.unknownWrites.writeFor(path, content, (value) => onDone(value as T));
    const reply = await this.api.sendWrite<T>(path, write.request);
    this.unknownWrites.recordReply(write, reply);
    if (reply.outcome === "accepted") await onDone(reply.value);
    return reply;
  }

  /** Finds out the outcome of an earlier write to this address; `undefined` once it is known. */
  async resolveEarlierWrite(path: string, request: ApiRequest): Promise<NotAccepted | undefined> {
    const write = this.unknownWrites.otherWriteTo(path, {
      user: this.session.expectedUser,
      ...request,
    });
    if (!write) return undefined;
    const reply = await this.resolveWrite(write);
    return reply.outcome === "failed" ? reply : undefined;
  }

  /** Finds out the outcomes of the writes whose answers were lost, and shows them. */
  async resolveUnknownWrites() {
    if (this.state.get().phase !== "ready" || this.unknownWrites.all.length === 0) return;
    for (const write of this.unknownWrites.all) {
      const { outcome } = await this.resolveWrite(write);
      // If this one got no answer, the next would not either.
      if (outcome === "failed") break;
    }
    this.showReady();
  }

  private async resolveWrite(write: Write): Promise<Reply<Accepted<unknown>>> {
    const reply = await this.api.sendOnce<unknown>(write.path, write.request);
    if (reply.outcome === "failed" || needsSecondFactor(reply)) return reply;
    if (!this.unknownWrites.recordReply(write, reply)) return reply;
    if (reply.outcome === "accepted") await write.onDone(reply.value);
    this.lateOutcome = reply.notice;
    return reply;
  }

  /** Like {@link run}, for an action that is silent unless it fails. */
  async runSilently(action: () => Promise<NotAccepted | undefined>): Promise<Failed | undefined> {
    const done = { outcome: "accepted" } as const;
    const outcome = await this.run(async () => (await action()) ?? done);
    if (outcome.outcome === "accepted") return undefined;
    return { outcome: "failed", code: "unavailable", notice: (outcome as NotAccepted).notice };
  }

  /** Shows that somebody else is logged in, or nobody. */
  async changeViewer(view: SessionView | null) {
    if (view) this.session.follow(view);
    else this.session.end();
    this.list.clear();
    this.factor.end(false);
    this.unknownWrites.clear();
    this.loginEnded = false;
    await this.changed();
    if (view) void this.flush();
  }

  /** Tells the other tabs that the records have changed, and fetches the list again. */
  async changed(gone: readonly string[] = []) {
    this.tabs.post({ changed: true, gone });
    await this.load();
  }

  /** Logs out at this address; `undefined` on success. */
  async logOut(path: string): Promise<NotAccepted | undefined> {
    const left = await this.api.fetchText(path, { method: "DELETE" });
    if (left.outcome !== "accepted") return left;
    await this.changeViewer(null);
    return undefined;
  }

  /** Sends the waiting referrals. Returns the keys of those that the server accepted. */
  async flush(): Promise<readonly string[]> {
    const { queue, session, state } = this;
    const due = queue.waiting.some((item) => !item.refused);
    if (state.get().phase !== "ready" || !due) return [];
    // Another tab may have logged in somebody else, whose referrals can be sent now.
    if (await this.refreshSession(true)) return [];
    const sent = await queue.flush(session.user);
    if (sent.length > 0) await this.changed(sent);
    this.showReady();
    return sent;
  }

  /** Shows the current state. */
  showReady() {
    const { session, list, queue, factor, lateOutcome, actions } = this;
    const warning = this.warning();
    this.state.set({
      phase: "ready",
      account: session.account,
      referrals: list.referrals,
      totals: list.totals,
      ...(warning && { warning }),
      hosted: {
        confirmed: session.confirmed,
        isStaff: session.isStaff,
        confirming: factor.pending,
        waiting: queue.waiting,
        ...(lateOutcome && { lateOutcome }),
        more: list.more,
        actions,
      },
    });
  }

  private warning(): Notice | undefined {
    if (this.loginEnded) return failed("session-ended").notice;
    if (this.unknownWrites.all.length > 0) return HOSTED_NOTICES.outcomeUnknown;
    return this.outOfDate ? HOSTED_NOTICES.outOfDate : undefined;
  }

  private async begin(): Promise<Failed | undefined> {
    this.followOthers();
    const known = await this.session.refresh();
    // Without a connection the page is that of a guest: a referral can wait, and `online` fetches
    // the rest.
    if (isFailure(known) && navigator.onLine) {
      this.opening = undefined;
      const tryAgain = () => void this.refresh();
      this.state.set({ phase: "unavailable", notice: known.notice, tryAgain });
      return { outcome: "failed", code: "unavailable", notice: known.notice };
    }
    await this.load();
    if (isFailure(known)) this.outOfDate = true;
    this.showReady();
    void this.flush();
    return undefined;
  }

  /** Follows the other tabs, the connection and the page's visibility. Called once. */
  private followOthers() {
    if (this.following) return;
    this.following = true;
    const { tabs, queue, signal } = this;
    const refresh = () => void this.refresh();
    const retry = () => void this.resolveUnknownWrites().then(() => this.flush());
    onReturn({ retry, refresh }, signal);
    const show = () => {
      if (this.state.get().phase === "ready") this.showReady();
    };
    tabs.listen(({ changed, gone }) => {
      queue.store.restore(gone);
      if (changed) void this.refresh({ byOtherTab: true });
      else show();
    }, signal);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === HOSTED_LIMITS.waitingKey) show();
    };
    // The other tab's message may arrive before its write can be read. This event comes after the
    // write.
    window.addEventListener("storage", onStorage, { signal });
  }

  /**
   * Fetches everything again, since it may have changed elsewhere. If another tab asked for this,
   * that tab has already said that a login has ended.
   */
  async refresh({ byOtherTab = false } = {}) {
    if (byOtherTab) this.loginEnded = false;
    if (this.state.get().phase !== "ready") {
      this.state.set({ phase: "loading", hosted: true });
      void this.start();
      return;
    }
    const failure = await this.refreshSession(!byOtherTab);
    if (failure) this.outOfDate = true;
    else {
      await this.resolveUnknownWrites();
      await this.load();
    }
    this.showReady();
    await this.flush();
  }

  /**
   * Fetches who is logged in; `undefined` on success. `noticeIfEnded`: shows a notice if the login has
   * ended by itself.
   */
  private async refreshSession(noticeIfEnded = false): Promise<NotAccepted | undefined> {
    const { viewer, user } = this.session;
    const known = await this.session.refresh();
    if (isFailure(known)) return known;
    // A login or logout of this tab is shown already.
    if (known.outcome === "accepted" && this.session.viewer !== viewer) {
      this.list.clear();
      this.factor.end(false);
      this.loginEnded = noticeIfEnded && user !== undefined && !this.session.user;
      await this.load();
    }
    return undefined;
  }

  private async load() {
    if (this.session.account.role === "guest") {
      this.outOfDate = false;
      return;
    }
    const failure = await this.list.load();
    this.outOfDate = failure !== undefined;
    if (failure && isRefused(failure) && isSessionMismatch(failure))
      await this.refreshSession(true);
  }

  /** Updates the session according to a refusal. */
  private async followRefusal<T extends { outcome: string }>(
    outcome: T | NotAccepted,
  ): Promise<T | NotAccepted> {
    if (!isRefused(outcome)) return outcome;
    if (outcome.codes.includes("second-factor-missing")) this.session.unconfirm();
    if (!isSessionMismatch(outcome)) return outcome;
    await this.refreshSession();
    this.tabs.post({ changed: true, gone: [] });
    return outcome;
  }
}

function isRefused(outcome: { outcome: string }): outcome is Refused {
  return outcome.outcome === "refused";
}

function isFailure(outcome: { outcome: string }): outcome is NotAccepted {
  return isRefused(outcome) || outcome.outcome === "failed";
}
