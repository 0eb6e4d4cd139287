/** Who is looking, as the server knows it. */
import type { SessionView, User } from "@bindings";
import type { Account } from "@/programme/programme";
import { type Api, GUEST } from "./api";

const NOBODY: SessionView = { role: "guest", user: null, shown: null, confirmed: false };

export class Session {
  private current = NOBODY;
  /** Counts what was asked and what was learnt: an answer that came too late is dropped. */
  private turn = 0;

  constructor(private readonly api: Api) {}

  get account(): Account {
    const { role, user, shown } = this.current;
    if (role === "guest" || user === null) return { role: "guest" };
    return { role, user, ...(shown && { shown }) };
  }

  /** Whoever is logged in. */
  get user(): User | undefined {
    return this.current.user ?? undefined;
  }

  /** Who is shown, as a request says it: a number, or {@link GUEST}. */
  get shown(): string {
    return this.user?.mobileNumber ?? GUEST;
  }

  get confirmed(): boolean {
    return this.current.confirmed;
  }

  /** Whom the records belong to: it changes when somebody else looks. */
  get viewer(): string {
    return `${this.current.role} ${this.current.user?.mobileNumber ?? ""}`;
  }

  follow(view: SessionView) {
    this.turn += 1;
    this.current = view;
  }

  end() {
    this.follow(NOBODY);
  }

  /** The second factor has run out. */
  unconfirm() {
    this.follow({ ...this.current, confirmed: false });
  }

  /**
   * Asks the server. Says whether the answer is what is known now: it is not where somebody has
   * logged in or out, or another question was asked, since this one was.
   */
  async refresh() {
    this.turn += 1;
    const { turn } = this;
    const view = await this.api.fetch<SessionView>("/session");
    if (turn !== this.turn) return { outcome: "overtaken" } as const;
    if (view.outcome === "accepted") this.current = view.value;
    return view;
  }
}

/** Asks for the second factor again, in the middle of something that waits for it. */
export class SecondFactorPrompt {
  private waiting: PromiseWithResolvers<boolean> | undefined;

  /** Whether something waits. */
  get pending(): boolean {
    return this.waiting !== undefined;
  }

  /** Resolves with whether it was given. */
  wait(): Promise<boolean> {
    this.waiting ??= Promise.withResolvers();
    return this.waiting.promise;
  }

  /** Lets everything that waits go on, or give up. */
  end(given: boolean) {
    this.waiting?.resolve(given);
    this.waiting = undefined;
  }
}
