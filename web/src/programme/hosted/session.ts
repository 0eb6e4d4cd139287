/** Who is logged in, as the server says. */
import type { SessionView, User } from "@bindings";
import type { Account } from "@/programme/programme";
import { type Api, GUEST } from "./api";

const NOBODY: SessionView = {
  role: "guest",
  user: null,
  shown: null,
  confirmed: false,
  staff: null,
};

export class Session {
  private current = NOBODY;
  /** Counts requests and changes, so that an answer that comes too late is dropped. */
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

  /** For whom a request is meant: a number, or {@link GUEST}. */
  get shown(): string {
    return this.user?.mobileNumber ?? GUEST;
  }

  get confirmed(): boolean {
    return this.current.confirmed;
  }

  /** Whether they work here. */
  get isStaff(): boolean {
    return this.current.staff !== null;
  }

  /** Changes when somebody else is logged in. */
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
   * Asks the server. The answer is `overtaken` if somebody has logged in or out since, or if the server
   * was asked again.
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
