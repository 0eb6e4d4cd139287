/**
 * What the pages of hosted mode talk to: who is logged in, the list, what waits, and what each of the
 * server's answers means for them.
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
  isOfAnother,
  needsSecondFactor,
  type Question,
  type Reply,
} from "./api";
import { SecondFactorPrompt } from "./second-factor-prompt";
import { IdempotencyKeys } from "./idempotency-keys";
import { List } from "./list";
import { OtherTabs, whenBack } from "./connection";
import { type Flushed, NOTHING, OfflineQueue } from "./offline-queue";
import { Session } from "./session";
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
  /** The second factor, where something that waits needs it once more. */
  readonly factor = new SecondFactorPrompt();
  /** What came of a write, long after it was asked for; until a page has said it. */
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
    const understood = await this.understand(outcome);
    this.showReady();
    return understood;
  }

  /**
   * Does it, and where that needs a second factor which was given too long ago, waits until it is
   * given again and does it then: nobody has to begin anew.
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
   * Writes something, once however often it is tried. While nobody knows whether it was done, it is
   * asked for again as soon as the site can be reached; `settled` hears of it then.
   */
  async write<T>(
    path: string,
    question: Question,
    settled: (value: T) => void | Promise<void> = () => this.changed(),
  ): Promise<Reply<Accepted<T>>> {
    const meant = { user: this.session.shown, ...question };
    const write = this.unknown.of(path, meant, (value) => settled(value as T));
    const reply = await this.api.write<T>(path, write.question);
    this.unknown.note(write, reply);
    if (reply.outcome === "accepted") await settled(reply.value);
    return reply;
  }

  /** Finds out about an earlier write to this address; what is in the way, if something is. */
  async settleBefore(path: string, question: Question): Promise<Trouble | undefined> {
    const write = this.unknown.other(path, { user: this.session.shown, ...question });
    if (!write) return undefined;
    const reply = await this.settleOne(write);
    return reply.outcome === "failed" ? reply : undefined;
  }

  /** Finds out what came of the writes of which nobody has heard, and has it told. */
  async settle() {
    if (this.state.get().phase !== "ready" || this.unknown.all.length === 0) return;
    await this.settleEach(this.unknown.all);
    this.showReady();
  }

  private async settleEach([write, ...later]: readonly Write[]) {
    if (!write) return;
    const { outcome } = await this.settleOne(write);
    // Where this one was not heard of, the next would not be.
    if (outcome !== "failed") await this.settleEach(later);
  }

  private async settleOne(write: Write): Promise<Reply<Accepted<unknown>>> {
    const reply = await this.api.act<unknown>(write.path, write.question);
    if (reply.outcome === "failed" || needsSecondFactor(reply)) return reply;
    if (!this.unknown.note(write, reply)) return reply;
    if (reply.outcome === "accepted") await write.settled(reply.value);
    this.news = reply.notice;
    return reply;
  }

  /** The same, where there is nothing to say unless it fails. */
  async attempt(action: () => Promise<Trouble | undefined>): Promise<Failed | undefined> {
    const done = { outcome: "accepted" } as const;
    const outcome = await this.act(async () => (await action()) ?? done);
    if (outcome.outcome === "accepted") return undefined;
    return { outcome: "failed", trouble: "unavailable", notice: (outcome as Trouble).notice };
  }

  /** Somebody else looks from now on, or nobody. */
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

  /** The records are not what they were: other tabs hear of it, and the list is fetched again. */
  async changed(gone: readonly string[] = []) {
    this.tabs.tell({ changed: true, gone });
    await this.load();
  }

  /** Logs out at this address; what is in the way, or `undefined` if that is done. */
  async leave(path: string): Promise<Trouble | undefined> {
    const left = await this.api.do(path, { method: "DELETE" });
    if (left.outcome !== "accepted") return left;
    await this.changeViewer(null);
    return undefined;
  }

  /** Sends what waits. */
  async flush(): Promise<Flushed> {
    const { queue, session, state } = this;
    const due = queue.waiting.some((item) => !item.refused);
    if (state.get().phase !== "ready" || !due) return NOTHING;
    // Another tab may have logged somebody else in: then other referrals are due.
    if (await this.ask(true)) return NOTHING;
    const flushed = await queue.flush(session.user);
    if (flushed.sent.length > 0) await this.changed(flushed.sent);
    this.showReady();
    return flushed;
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
    if (isTrouble(known)) {
      this.opening = undefined;
      this.state.set({ phase: "unavailable", notice: known.notice });
      return { outcome: "failed", trouble: "unavailable", notice: known.notice };
    }
    await this.load();
    this.showReady();
    void this.flush();
    return undefined;
  }

  /** Follows, once, what other tabs do, and what happens while nobody looks or nothing is reached. */
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
    tabs.hear(({ changed, gone }) => {
      queue.store.restore(gone);
      if (changed) void this.refresh({ told: true });
      else show();
    }, until);
    const heard = ({ key }: StorageEvent) => {
      if (key === null || key === HOSTED_LIMITS.waitingKey) show();
    };
    // A tab can hear of what waits before it can read it; this comes when it can.
    window.addEventListener("storage", heard, { signal: until });
  }

  /**
   * Asks again what there is: it may have changed without this tab. Another tab that has told this
   * one to do so has said why: then it is no news that a login has ended.
   */
  async refresh({ told = false } = {}) {
    if (told) this.ended = false;
    if (this.state.get().phase !== "ready") {
      this.retry();
      return;
    }
    const trouble = await this.ask(!told);
    if (trouble) this.outOfDate = true;
    else {
      await this.settle();
      await this.load();
    }
    this.showReady();
    await this.flush();
  }

  /**
   * Asks who is looking now; what is in the way, if something is. `sayEnded`: a login that has ended
   * while nobody did anything is said.
   */
  private async ask(sayEnded = false): Promise<Trouble | undefined> {
    const { viewer, user } = this.session;
    const known = await this.session.refresh();
    if (isTrouble(known)) return known;
    // Whoever has logged in or out meanwhile has been shown already.
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

  /** What an answer says about the session as well. */
  private async understand<T extends { outcome: string }>(
    outcome: T | Trouble,
  ): Promise<T | Trouble> {
    if (!isRefused(outcome)) return outcome;
    if (outcome.codes.includes("second-factor-missing")) this.session.unconfirm();
    if (!isOfAnother(outcome)) return outcome;
    await this.ask();
    this.tabs.tell({ changed: true, gone: [] });
    return outcome;
  }
}

function isRefused(outcome: { outcome: string }): outcome is Refused {
  return outcome.outcome === "refused";
}

function isTrouble(outcome: { outcome: string }): outcome is Trouble {
  return isRefused(outcome) || outcome.outcome === "failed";
}
