/**
 * What hosted mode knows and shows: who is logged in, the list, what waits on this device, and what
 * each of the server's answers means for these.
 */
import type { Notice, SessionView } from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted-words";
import {
  type Accepted,
  type Failed,
  type HostedActions,
  LOADING,
  type ProgrammeState,
  type Refused,
} from "@/programme/programme";
import { Store } from "@/store";
import {
  Api,
  failed,
  type Fetch,
  IdempotencyKeys,
  isOfAnother,
  needsSecondFactor,
  type ApiRequest,
  type Reply,
} from "./api";
import { List } from "./list";
import { OtherTabs, whenBack } from "./connection";
import { OfflineQueue } from "./offline-queue";
import { SecondFactorPrompt, Session } from "./session";
import { UnknownWrites, type Write } from "./unknown-writes";

/** What a test replaces. */
export type Dependencies = {
  readonly fetch?: Fetch;
  readonly until?: AbortSignal;
  /** How long to wait before a write that got no answer is tried again, in milliseconds. */
  readonly pauses?: readonly number[];
};

type Trouble = Refused | Failed;

export class HostedClient {
  readonly api: Api;
  readonly session: Session;
  readonly list: List;
  readonly queue: OfflineQueue;
  readonly keys = new IdempotencyKeys();
  readonly tabs = new OtherTabs();
  readonly state = new Store<ProgrammeState>(LOADING);
  /** Asks for the second factor again, in the middle of something that needs it. */
  readonly factor = new SecondFactorPrompt();
  /** What came of a write whose answer was lost, until a page has shown it. */
  news: Notice | undefined;
  private readonly unknown = new UnknownWrites();
  readonly actions: HostedActions;
  private readonly until: AbortSignal;
  private opening: Promise<Failed | undefined> | undefined;
  private following = false;
  private outOfDate = false;
  /** Whether a login has ended by itself, and nobody has logged in since. */
  private ended = false;

  constructor(
    { fetch, until, pauses }: Dependencies,
    actions: (client: HostedClient) => HostedActions,
  ) {
    const reach: Fetch = fetch ?? ((path, init) => window.fetch(path, init));
    this.api = new Api(reach, () => this.session.shown, pauses);
    this.session = new Session(this.api);
    this.list = new List(this.api);
    this.queue = new OfflineQueue(this.api);
    this.until = until ?? new AbortController().signal;
    this.actions = actions(this);
  }

  /** Asks who is looking, and for their list, once. What is in the way, if something is. */
  start(): Promise<Failed | undefined> {
    this.opening ??= this.begin();
    return this.opening;
  }

  retry() {
    if (this.state.get().phase === "ready") return;
    this.state.set(LOADING);
    void this.start();
  }

  /** Does something once all is known, and shows what came of it. */
  async act<T extends { outcome: string }>(
    action: (client: HostedClient) => Promise<T | Trouble>,
  ): Promise<T | Trouble> {
    const trouble = await this.start();
    if (trouble) return trouble;
    const outcome = await this.confirmed(action);
    const followed = await this.followRefusal(outcome);
    this.showReady();
    return followed;
  }

  /**
   * Does it. If the second factor was given too long ago for that, it waits until the admin has given
   * it again, and then does it: nobody has to start over.
   */
  private async confirmed<T extends { outcome: string }>(
    action: (client: HostedClient) => Promise<T | Trouble>,
  ): Promise<T | Trouble> {
    const outcome = await action(this);
    if (!isRefused(outcome) || !outcome.codes.includes("second-factor-stale")) return outcome;
    const given = this.factor.wait();
    this.showReady();
    return (await given) ? this.confirmed(action) : outcome;
  }

  /**
   * Writes something, once however often it is tried. If no answer comes, it is tried again as soon as
   * the site can be reached; `settled` is called when it is known to be done.
   */
  async write<T>(
    path: string,
    request: ApiRequest,
    settled: (value: T) => void | Promise<void> = () => this.changed(),
  ): Promise<Reply<Accepted<T>>> {
    const meant = { user: this.session.shown, ...request };
    const write = this.unknown.of(path, meant, (value) => settled(value as T));
    const reply = await this.api.write<T>(path, write.request);
    this.unknown.note(write, reply);
    if (reply.outcome === "accepted") await settled(reply.value);
    return reply;
  }

  /** Finds out what came of an earlier write to this address; `undefined` if that is known now. */
  async settleBefore(path: string, request: ApiRequest): Promise<Trouble | undefined> {
    const write = this.unknown.other(path, { user: this.session.shown, ...request });
    if (!write) return undefined;
    const reply = await this.settleOne(write);
    return reply.outcome === "failed" ? reply : undefined;
  }

  /** Finds out what came of the writes whose answers were lost, and has it shown. */
  async settle() {
    if (this.state.get().phase !== "ready" || this.unknown.all.length === 0) return;
    for (const write of this.unknown.all) {
      const { outcome } = await this.settleOne(write);
      // Where this one got no answer, the next would get none.
      if (outcome === "failed") break;
    }
    this.showReady();
  }

  private async settleOne(write: Write): Promise<Reply<Accepted<unknown>>> {
    const reply = await this.api.act<unknown>(write.path, write.request);
    if (reply.outcome === "failed" || needsSecondFactor(reply)) return reply;
    if (!this.unknown.note(write, reply)) return reply;
    if (reply.outcome === "accepted") await write.settled(reply.value);
    this.news = reply.notice;
    return reply;
  }

  /** Like {@link act}, for what has nothing to say unless it fails. */
  async attempt(action: () => Promise<Trouble | undefined>): Promise<Failed | undefined> {
    const done = { outcome: "accepted" } as const;
    const outcome = await this.act(async () => (await action()) ?? done);
    if (outcome.outcome === "accepted") return undefined;
    return { outcome: "failed", trouble: "unavailable", notice: (outcome as Trouble).notice };
  }

  /** Somebody else is logged in from now on, or nobody. */
  async changeViewer(view: SessionView | null) {
    if (view) this.session.follow(view);
    else this.session.end();
    this.list.clear();
    this.factor.end(false);
    this.unknown.clear();
    this.ended = false;
    await this.changed();
    if (view) void this.flush();
  }

  /** The records have changed: tells the other tabs, and fetches the list again. */
  async changed(gone: readonly string[] = []) {
    this.tabs.post({ changed: true, gone });
    await this.load();
  }

  /** Logs out at this address; what is in the way, or `undefined` if that is done. */
  async logOut(path: string): Promise<Trouble | undefined> {
    const left = await this.api.fetchText(path, { method: "DELETE" });
    if (left.outcome !== "accepted") return left;
    await this.changeViewer(null);
    return undefined;
  }

  /** Sends what waits. Names what was taken. */
  async flush(): Promise<readonly string[]> {
    const { queue, session, state } = this;
    const due = queue.waiting.some((item) => !item.refused);
    if (state.get().phase !== "ready" || !due) return [];
    // Another tab may have logged somebody else in, whose referrals are due then.
    if (await this.ask(true)) return [];
    const sent = await queue.flush(session.user);
    if (sent.length > 0) await this.changed(sent);
    this.showReady();
    return sent;
  }

  /** Shows what this tab knows. */
  showReady() {
    const { session, list, queue, factor, news, actions } = this;
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
        ...(news && { news }),
        find: list.query,
        more: list.more,
        actions,
      },
    });
  }

  private warning(): Notice | undefined {
    if (this.ended) return failed("session-ended").notice;
    if (this.unknown.all.length > 0) return HOSTED_NOTICES.outcomeUnknown;
    return this.outOfDate ? HOSTED_NOTICES.outOfDate : undefined;
  }

  private async begin(): Promise<Failed | undefined> {
    this.followOthers();
    const known = await this.session.refresh();
    // Without a connection the page is a guest's: a referral can wait, and the rest follows with `online`.
    if (isTrouble(known) && navigator.onLine) {
      this.opening = undefined;
      this.state.set({ phase: "unavailable", notice: known.notice });
      return { outcome: "failed", trouble: "unavailable", notice: known.notice };
    }
    await this.load();
    if (isTrouble(known)) this.outOfDate = true;
    this.showReady();
    void this.flush();
    return undefined;
  }

  /** Follows other tabs, and the connection and the page when they come back. Once. */
  private followOthers() {
    if (this.following) return;
    this.following = true;
    const { tabs, queue, until } = this;
    const refresh = () => void this.refresh();
    const retry = () => void this.settle().then(() => this.flush());
    whenBack({ retry, refresh }, until);
    const show = () => {
      if (this.state.get().phase === "ready") this.showReady();
    };
    tabs.listen(({ changed, gone }) => {
      queue.store.restore(gone);
      if (changed) void this.refresh({ byOtherTab: true });
      else show();
    }, until);
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === HOSTED_LIMITS.waitingKey) show();
    };
    // The other tab's message may come before its writing can be read; this event comes after.
    window.addEventListener("storage", onStorage, { signal: until });
  }

  /**
   * Fetches everything again: it may have changed without this tab. Where another tab asked for that,
   * it has said why, so that it is no news here that a login has ended.
   */
  async refresh({ byOtherTab = false } = {}) {
    if (byOtherTab) this.ended = false;
    if (this.state.get().phase !== "ready") {
      this.retry();
      return;
    }
    const trouble = await this.ask(!byOtherTab);
    if (trouble) this.outOfDate = true;
    else {
      await this.settle();
      await this.load();
    }
    this.showReady();
    await this.flush();
  }

  /**
   * Asks who is logged in now; `undefined` if that is known. `sayEnded`: says so if a login has ended
   * by itself.
   */
  private async ask(sayEnded = false): Promise<Trouble | undefined> {
    const { viewer, user } = this.session;
    const known = await this.session.refresh();
    if (isTrouble(known)) return known;
    // A login or logout in this tab has been shown already.
    if (known.outcome === "accepted" && this.session.viewer !== viewer) {
      this.list.clear();
      this.factor.end(false);
      this.ended = sayEnded && user !== undefined && !this.session.user;
      await this.load();
    }
    return undefined;
  }

  private async load() {
    if (this.session.account.role === "guest") {
      this.outOfDate = false;
      return;
    }
    const trouble = await this.list.load();
    this.outOfDate = trouble !== undefined;
    if (trouble && isRefused(trouble) && isOfAnother(trouble)) await this.ask(true);
  }

  /** Follows what a refusal says about the session. */
  private async followRefusal<T extends { outcome: string }>(
    outcome: T | Trouble,
  ): Promise<T | Trouble> {
    if (!isRefused(outcome)) return outcome;
    if (outcome.codes.includes("second-factor-missing")) this.session.unconfirm();
    if (!isOfAnother(outcome)) return outcome;
    await this.ask();
    this.tabs.post({ changed: true, gone: [] });
    return outcome;
  }
}

function isRefused(outcome: { outcome: string }): outcome is Refused {
  return outcome.outcome === "refused";
}

function isTrouble(outcome: { outcome: string }): outcome is Trouble {
  return isRefused(outcome) || outcome.outcome === "failed";
}
