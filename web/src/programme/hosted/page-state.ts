/**
 * The state of hosted mode, from the answers of the server and from what waits on this device; and
 * how each outcome of an action changes it.
 */
import { type Notice, type Page, SERVICE_OPTIONS, type SessionView } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import {
  focusManager,
  InfiniteQueryObserver,
  onlineManager,
  type QueryKey,
  QueryObserver,
} from "@tanstack/react-query";
import { Client, type Dependencies } from "@/api/client";
import {
  type ApiRequest,
  failed,
  isOutcomeUnknown,
  isSessionMismatch,
  needsSecondFactor,
  noticeOf,
  type Reply,
  replyOf,
} from "@/api/requests";
import { askForSecondFactor, secondFactorPrompt } from "@/api/second-factor-prompt";
import type { Accepted, Failed, NotAccepted } from "@/outcome";
import { IDEMPOTENCY_STORAGE_KEYS } from "@/programme/drafts";
import {
  type Account,
  type HostedActions,
  LOADING,
  type ProgrammeState,
} from "@/programme/programme";
import { Store } from "@/store";
import { connectionLost } from "./connection";
import { IdempotencyKeys } from "./idempotency-keys";
import { listQuery, type Pages, referralsOn } from "./list";
import { WaitingReferrals } from "./waiting";
import { isAboutWaiting, readWaiting } from "./waiting-store";

const NOBODY: SessionView = {
  role: "guest",
  user: null,
  shown: null,
  confirmed: false,
  staff: null,
};

const NO_TOTALS = { all: 0, pending: 0, successful: 0, points: 0 };

/** What tests replace. `signal` closes the page. */
export type PageDependencies = Dependencies & { readonly signal?: AbortSignal };

export class PageState {
  readonly client: Client;
  readonly waiting: WaitingReferrals;
  readonly keys = new IdempotencyKeys(IDEMPOTENCY_STORAGE_KEYS.referral);
  readonly state = new Store<ProgrammeState>(LOADING);
  private readonly actions: HostedActions;
  private readonly signal: AbortSignal;
  private readonly session: QueryObserver<SessionView>;
  private readonly list: InfiniteQueryObserver<Page, Error, Pages, QueryKey, string>;
  private readonly tabs = new BroadcastChannel("programme");
  private opened = false;
  /** Who was logged in when the page was last updated. */
  private viewer: SessionView | undefined;
  /** Whether the page has said already that the login has ended or changed. */
  private announced = false;
  /** Whether a login has ended by itself, and nobody has logged in since. */
  private loginEnded = false;
  /** The outcome of a write whose answer was lost, until a page has shown it. */
  private lateOutcome: Notice | undefined;

  constructor(
    { signal, ...dependencies }: PageDependencies,
    actions: (page: PageState) => HostedActions,
  ) {
    this.client = new Client(dependencies);
    this.signal = signal ?? new AbortController().signal;
    this.session = new QueryObserver(this.client.queries, this.client.sessionQuery);
    this.list = new InfiniteQueryObserver(this.client.queries, listQuery(this.client, undefined));
    this.waiting = new WaitingReferrals(this.client, () => void this.changed());
    this.actions = actions(this);
  }

  /** Starts to fetch and to follow the session, the list and the other tabs, once. */
  open() {
    if (this.opened) return;
    this.opened = true;
    const { client, session, list, tabs, signal } = this;
    const update = () => this.update();
    const comeBack = (isBack: boolean) => void (isBack && this.resolveUnknownWrites());
    onlineManager.setOnline(navigator.onLine);
    client.queries.mount();
    const stops = [
      session.subscribe(update),
      list.subscribe(update),
      // Somebody may have logged in elsewhere while an earlier answer is still missing.
      onlineManager.subscribe((online) => void (online && session.refetch())),
      onlineManager.subscribe(comeBack),
      focusManager.subscribe(comeBack),
      () => client.queries.unmount(),
      () => client.forgetAll(),
      () => tabs.close(),
    ];
    signal.addEventListener("abort", () => stops.forEach((stop) => stop()));
    tabs.addEventListener("message", () => void this.followOtherTab(), { signal });
    const onStorage = (event: StorageEvent) => {
      if (!isAboutWaiting(event)) return;
      this.waiting.resume();
      this.update();
    };
    window.addEventListener("storage", onStorage, { signal });
  }

  /** Runs an action once the session is known, and shows the result. */
  async run<T extends { outcome: string }>(
    action: () => Promise<T | NotAccepted>,
  ): Promise<T | NotAccepted> {
    this.open();
    if (!(await this.isKnown())) return failed("unavailable");
    const outcome = await this.withSecondFactor(action);
    if (isSessionMismatch(outcome)) {
      // The outcome says so.
      await this.refetch();
      this.tellOtherTabs();
    }
    this.update();
    return outcome;
  }

  /** Like {@link run}, for an action that is silent unless it fails. */
  async runSilently(action: () => Promise<NotAccepted | undefined>): Promise<Failed | undefined> {
    const done = { outcome: "accepted" } as const;
    const outcome = await this.run(async () => (await action()) ?? done);
    if (outcome.outcome === "accepted") return undefined;
    return { outcome: "failed", code: "unavailable", notice: (outcome as NotAccepted).notice };
  }

  /**
   * Sends a write, which is done once even if it is tried several times. If no answer comes, it is
   * tried again as soon as the site can be reached; `onDone` is called when it is known to be done.
   */
  async write<T>(
    path: string,
    request: ApiRequest,
    onDone: (value: T) => void | Promise<void> = () => this.changed(),
  ): Promise<Reply<Accepted<T>>> {
    const reply = await this.client.write(path, request, onDone);
    if (isOutcomeUnknown(reply)) connectionLost();
    return reply;
  }

  /** Shows up to as many older referrals as are shown at once; `undefined` on success. */
  loadMore(): Promise<Failed | undefined> {
    return this.runSilently(async () => {
      const { isFetchNextPageError, error } = await this.list.fetchNextPage();
      return isFetchNextPageError ? replyOf(error) : undefined;
    });
  }

  /** Shows that somebody else is logged in, or nobody. */
  async changeViewer(view = this.nobody) {
    this.announced = true;
    await this.client.follow(view);
    this.update();
    this.announced = false;
    await this.changed();
  }

  /** Nobody, with what the programme offered when the page last asked. */
  private get nobody(): SessionView {
    const { services, gains } = this.client.session ?? NOBODY;
    return { ...NOBODY, ...(services && { services }), ...(gains && { gains }) };
  }

  /** Tells the other tabs that something has changed, and fetches again what is shown. */
  async changed() {
    this.tellOtherTabs();
    await this.client.refetchAll();
    this.update();
  }

  /** Logs out at this address; `undefined` on success. */
  async logOut(path: string): Promise<NotAccepted | undefined> {
    const left = await this.client.api.fetchText(path, { method: "DELETE" });
    if (left.outcome !== "accepted") return left;
    await this.changeViewer();
    return undefined;
  }

  /** Fetches everything again. The page has said already if a login has ended. */
  async refetch() {
    this.announced = true;
    await this.session.refetch();
    this.update();
    this.announced = false;
    await this.client.refetchAll();
    this.update();
  }

  tellOtherTabs() {
    // The channel closes with the page, and then there is nobody left to tell.
    if (!this.signal.aborted) this.tabs.postMessage(null);
  }

  dismissLateOutcome() {
    this.lateOutcome = undefined;
    this.update();
  }

  /** Shows the current state. */
  update() {
    const { data: session, isError, error } = this.session.getCurrentResult();
    if (session && viewerIn(session) !== viewerIn(this.viewer)) this.changeTo(session);
    this.viewer = session ?? this.viewer;
    const { phase } = this.state.get();
    // Without a connection, a page that was just opened is that of a guest: a referral can wait.
    if (session || phase === "ready" || (isError && !navigator.onLine)) {
      this.showReady(session ?? NOBODY);
    } else if (isError && phase === "loading") {
      const tryAgain = () => {
        this.state.set({ phase: "loading", hosted: true });
        void this.session.refetch();
      };
      this.state.set({ phase: "unavailable", notice: noticeOf(error), tryAgain });
    }
  }

  private changeTo(session: SessionView) {
    this.loginEnded = !this.announced && Boolean(this.viewer?.user) && !session.user;
    secondFactorPrompt.get()?.answer(false);
    this.client.forgetAll();
    this.list.setOptions(listQuery(this.client, session.user?.mobileNumber));
    // The session has just been fetched, so there is a connection.
    onlineManager.setOnline(true);
    this.waiting.resume();
  }

  private showReady(session: SessionView) {
    const { role, user, shown, staff, services = SERVICE_OPTIONS, gains } = session;
    const { data, isPending } = this.list.getCurrentResult();
    // What was shown before stays until the list is there.
    if (user && isPending) return;
    const pages = data?.pages ?? [];
    const last = pages.at(-1);
    const { client, lateOutcome, actions } = this;
    const account: Account =
      role === "guest" || !user
        ? { role: "guest" }
        : { role, user, ...(shown && { formattedNumber: shown }) };
    const warning = this.warning();
    this.state.set({
      phase: "ready",
      account,
      referrals: referralsOn(pages),
      totals: last?.totals ?? NO_TOTALS,
      ...(warning && { warning }),
      hosted: {
        isStaff: staff !== null,
        waiting: readWaiting(),
        services,
        ...(gains && { gains }),
        ...(lateOutcome && { lateOutcome }),
        more: Boolean(last?.next),
        client,
        actions,
      },
    });
  }

  private warning(): Notice | undefined {
    if (this.loginEnded) return failed("session-ended").notice;
    if (this.client.hasUnknownWrites) return HOSTED_NOTICES.changeUnknown;
    const { isLoadingError, isRefetchError } = this.list.getCurrentResult();
    const isOutOfDate = this.session.getCurrentResult().isError || isLoadingError || isRefetchError;
    return isOutOfDate ? HOSTED_NOTICES.outOfDate : undefined;
  }

  /** Whether the page knows who is logged in, or has to do without. */
  private async isKnown(): Promise<boolean> {
    if (this.state.get().phase === "ready") return true;
    const { queries, sessionQuery } = this.client;
    const known = await queries.ensureQueryData(sessionQuery).catch(() => undefined);
    return known !== undefined || !navigator.onLine;
  }

  /**
   * Runs the action. If it is refused because the second factor is missing or too old, waits until
   * it was given and repeats the action, so that nobody has to start over.
   */
  private async withSecondFactor<T extends { outcome: string }>(
    action: () => Promise<T | NotAccepted>,
  ): Promise<T | NotAccepted> {
    const outcome = await action();
    if (!needsSecondFactor(outcome)) return outcome;
    return (await askForSecondFactor()) ? this.withSecondFactor(action) : outcome;
  }

  /** Finds out the outcomes of the writes whose answers were lost, and shows them. */
  private async resolveUnknownWrites() {
    await this.client.resolveUnknownWrites((notice) => {
      this.lateOutcome = notice;
    });
    if (this.client.hasUnknownWrites) connectionLost();
    this.update();
  }

  /** Another tab has said what it did. */
  private async followOtherTab() {
    this.loginEnded = false;
    await this.refetch();
    this.waiting.resume();
  }
}

function viewerIn(session: SessionView | undefined): string | undefined {
  return session && `${session.role} ${session.user?.mobileNumber}`;
}
