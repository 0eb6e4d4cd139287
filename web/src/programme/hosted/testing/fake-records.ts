/** The records of the fake server: the real rules, in memory. */
import type {
  HistoryEntry,
  HostedReferral,
  Import,
  Page,
  Referral,
  ReferralView,
  Submission,
  User,
  Verdict,
} from "@bindings";
import {
  type Ledger,
  parse,
  type Policy,
  policyOf,
  type Rules,
  stringify,
  type Viewer,
} from "@/rules";
import { problem, verdict } from "./answers";

export const ADMIN = "1000000000";
/** The code that the rules' simulation accepts. The fake server compares its own codes itself. */
const RULES_CODE = "1234";

/** A logged-in user. */
export type Login = {
  readonly user: User;
  confirmed: boolean;
  /** Whether the second factor is recent enough for actions that cannot be undone. */
  fresh?: boolean;
  readonly begunAt?: number;
};

export class FakeRecords {
  ledger: Ledger;
  readonly policy: Policy;
  private readonly versions = new Map<string, number>();
  private readonly changes = new Map<string, HistoryEntry[]>();

  constructor(private readonly rules: Rules) {
    this.ledger = new rules.Ledger();
    this.policy = policyOf(rules, { adminNumber: ADMIN, simulatedCode: RULES_CODE });
  }

  logIn(mode: "login" | "signup", mobile: string): Verdict<User> {
    return parse(this.ledger.logIn(mode, mobile, RULES_CODE, this.policy, Date.now()));
  }

  submit({ draft, date }: Submission, login: Login | undefined): Response {
    const id = this.ledger.freeId(Date.now());
    const outcome: Verdict<Referral> = parse(
      this.ledger.submit(stringify(draft), this.viewer(login), this.policy, id, date),
    );
    if (outcome.outcome === "accepted") {
      const key = this.views(this.admin()).find(({ referral }) => referral.id === id)?.key ?? "";
      this.note(key, { by: login?.user.name ?? "Guest", status: "Pending", points: 0 });
    }
    return verdict(outcome, () => this.hosted(id), 201);
  }

  page(login: Login | undefined, find: Readonly<Record<string, string>>): Page {
    const viewer = this.viewer(login);
    const own = login ? this.views(viewer).filter(({ referral }) => sees(login, referral)) : [];
    // The fake server has no referrals about its users.
    const all = find["about"] ? [] : own;
    const from = find["after"] ? all.findIndex(({ key }) => key === find["after"]) + 1 : 0;
    const limit = Number(find["limit"] ?? 50);
    const referrals = all.slice(from, from + limit).map((one) => this.versioned(one));
    const more = from + limit < all.length;
    return {
      referrals,
      totals: { ...parse(this.ledger.view(viewer, 0)).totals, all: all.length },
      next: more ? (referrals.at(-1)?.key ?? null) : null,
    };
  }

  award(key: string, points: string, version: number, by: string): Response {
    const current = this.views(this.admin()).find((one) => one.key === key);
    if (!current) return problem(404, ["referral-gone"]);
    if (version !== (this.versions.get(key) ?? 0)) {
      const change = this.changes.get(key)?.at(-1);
      const more = { current: this.versioned(current), ...(change && { change }) };
      return problem(412, ["referral-stale"], more);
    }
    const outcome: Verdict<Referral> = parse(
      this.ledger.savePoints(key, points, this.admin(), this.policy, Date.now()),
    );
    if (outcome.outcome === "accepted") {
      this.note(key, { by, status: outcome.value.status, points: outcome.value.points });
    }
    return verdict(outcome, ({ id }) => this.hosted(id));
  }

  /** Saves points for the newest referral, as another admin would. */
  awardElsewhere(points: string) {
    const key = this.views(this.admin())[0]?.key ?? "";
    this.award(key, points, this.versions.get(key) ?? 0, "User0000");
  }

  changesOf(key: string): readonly HistoryEntry[] {
    return this.changes.get(key) ?? [];
  }

  /** Removes all records. */
  forgetAll() {
    this.ledger = new this.rules.Ledger();
  }

  import(text: string, preview: boolean): Response {
    const ledger = preview ? this.ledger.fork() : this.ledger;
    const outcome: Verdict<Import> = parse(ledger.import(this.admin(), text));
    return verdict(outcome, (value) => value);
  }

  /** All referrals, newest first. */
  get all(): readonly Referral[] {
    return this.views(this.admin()).map(({ referral }) => referral);
  }

  viewer(login: Login | undefined): Viewer {
    const { Viewer: viewers } = this.rules;
    const known = login && viewers.read(JSON.stringify(login.user), this.policy);
    return known ?? viewers.guest();
  }

  private admin(): Viewer {
    return this.viewer({ user: { mobileNumber: ADMIN, name: "Admin" }, confirmed: true });
  }

  private views(viewer: Viewer): ReferralView[] {
    return parse(this.ledger.view(viewer, 1e6)).referrals;
  }

  private note(key: string, change: Pick<HistoryEntry, "by" | "status" | "points">) {
    this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
    const tone = change.status === "Successful" ? "green" : "yellow";
    const entry: HistoryEntry = { at: Date.now(), tone, ...change };
    this.changes.set(key, [...(this.changes.get(key) ?? []), entry]);
  }

  private hosted(id: number): HostedReferral | undefined {
    const found = this.views(this.admin()).find(({ referral }) => referral.id === id);
    return found && this.versioned(found);
  }

  private versioned(one: ReferralView): HostedReferral {
    const { referrerMobile, referredPhone } = one.referral;
    const shown = { referrerShown: referrerMobile, referredShown: referredPhone };
    const stage = one.tone === "green" ? "successful" : "received";
    const progress = {
      stage,
      since: one.referral.id,
      publicStage: "Received",
      sentence: "",
      open: "received",
    };
    return { ...one, ...shown, progress, version: this.versions.get(one.key) ?? 0 };
  }
}

/** Without the second factor, the admin sees what a member sees. */
function sees({ user, confirmed }: Login, { referrerMobile }: Referral): boolean {
  return confirmed || referrerMobile === user.mobileNumber;
}
