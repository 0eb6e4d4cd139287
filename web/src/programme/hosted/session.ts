/** Who is looking, as the server knows it. */
import type { SessionView } from "@bindings";
import type { Account } from "@/programme/programme";
import type { Api } from "./api";

const GUEST: SessionView = { role: "guest", user: null, confirmed: false };

export class Session {
  private current = GUEST;

  constructor(private readonly api: Api) {}

  get account(): Account {
    const { role, user } = this.current;
    return role === "guest" || user === null ? { role: "guest" } : { role, user };
  }

  /** The display name of whoever is logged in. */
  get name(): string | undefined {
    return this.current.user?.name;
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
    this.current = GUEST;
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
