/** Who is looking, as the server knows it. */
import type { SessionView, User } from "@bindings";
import type { Account } from "@/programme/programme";
import { type Api, GUEST } from "./api";

const NOBODY: SessionView = { role: "guest", user: null, confirmed: false };

export class Session {
  private current = NOBODY;

  constructor(private readonly api: Api) {}

  get account(): Account {
    const { role, user } = this.current;
    return role === "guest" || user === null ? { role: "guest" } : { role, user };
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
    this.current = view;
  }

  end() {
    this.current = NOBODY;
  }

  /** The second factor has run out. */
  unconfirm() {
    this.current = { ...this.current, confirmed: false };
  }

  /** Asks the server; `undefined` if it has answered. */
  async refresh() {
    const view = await this.api.get<SessionView>("/session");
    if (view.outcome !== "accepted") return view;
    this.follow(view.value);
    return undefined;
  }
}
