/** The session: who is logged in, as the server says. */
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
  /** Counts requests and changes, so that a late answer is dropped. */
  private turn = 0;

  constructor(private readonly api: Api) {}

  get account(): Account {
    const { role, user, shown: formattedNumber } = this.current;
    if (role === "guest" || user === null) return { role: "guest" };
    return { role, user, ...(formattedNumber && { formattedNumber }) };
  }

  /** The logged-in user. */
  get user(): User | undefined {
    return this.current.user ?? undefined;
  }

  /** The person whom requests are for: a number, or {@link GUEST}. */
  get expectedUser(): string {
    return this.user?.mobileNumber ?? GUEST;
  }

  get confirmed(): boolean {
    return this.current.confirmed;
  }

  /** Whether the user is staff. */
  get isStaff(): boolean {
    return this.current.staff !== null;
  }

  /** A text that changes when somebody else logs in. */
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

  /** Records that the second factor has expired. */
  unconfirm() {
    this.follow({ ...this.current, confirmed: false });
  }

  /**
   * Fetches the session. The result is `overtaken` if somebody has logged in or out since, or if
   * there was another request.
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

/** Asks for the second factor again while an action waits for it. */
export class SecondFactorPrompt {
  private waiting: PromiseWithResolvers<boolean> | undefined;

  /** Whether an action waits. */
  get pending(): boolean {
    return this.waiting !== undefined;
  }

  /** Resolves with true if the second factor was given. */
  wait(): Promise<boolean> {
    this.waiting ??= Promise.withResolvers();
    return this.waiting.promise;
  }

  /** Continues or cancels all waiting actions. */
  end(given: boolean) {
    this.waiting?.resolve(given);
    this.waiting = undefined;
  }
}
