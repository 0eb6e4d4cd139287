/** The records of the fake server: the real rules, in memory. */
import type {
  CommandRequest,
  HostedReferral,
  Page,
  Referral,
  ReferralCommand,
  ReferralDetail,
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
import { PAGE_SIZE as PAGE } from "@/programme/programme";
import { accepted, json, problem, verdict } from "./answers";

export const ADMIN = "1000000000";
/** A member of staff who sees the referrals of some services. */
export const COORDINATOR = "919840011111";
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
  /** All commands that were carried out, oldest first. */
  readonly commands: ReferralCommand[] = [];

  constructor(private readonly rules: Rules) {
    this.ledger = new rules.Ledger();
    this.policy = policyOf(rules, { adminNumber: ADMIN, simulatedCode: RULES_CODE });
  }

  logIn(mode: "login" | "signup", mobile: string): Verdict<User> {
    return parse(this.ledger.logIn(mode, mobile, RULES_CODE, this.policy, Date.now()));
  }

  submit({ draft }: Submission, login: Login | undefined): Response {
    const id = this.ledger.freeId(Date.now());
    const date = new Date(id).toLocaleDateString();
    const outcome: Verdict<Referral> = parse(
      this.ledger.submit(stringify(draft), this.viewer(login), id, date),
    );
    return verdict(outcome, () => this.hosted(id), 201);
  }

  /** A page of the user's own referrals. The fake server has none about its users. */
  page(login: Login | undefined, find: Readonly<Record<string, string>>): Page {
    const isOwn = ({ referral }: ReferralView) =>
      referral.referrerMobile === login?.user.mobileNumber;
    const all = find["about"] ? [] : this.views(this.admin()).filter(isOwn);
    const from = find["after"] ? all.findIndex(({ key }) => key === find["after"]) + 1 : 0;
    const referrals = all.slice(from, from + PAGE).map((one) => this.versioned(one));
    return {
      referrals,
      totals: { ...parse(this.ledger.view(this.viewer(login), 0)).totals, all: all.length },
      next: from + PAGE < all.length ? (referrals.at(-1)?.key ?? null) : null,
    };
  }

  /** A referral as its referrer sees it. */
  detail(key: string): Response {
    const found = this.find(key);
    if (!found) return problem(404, ["referral-gone"]);
    const referral = this.versioned(found);
    const possible = ["correct", "withdraw"];
    return json({ referral, submitted: {}, timeline: [], possible } satisfies ReferralDetail);
  }

  /** Notes the command. Of the referral, only the version changes. */
  command(key: string, { version, command }: CommandRequest): Response {
    const found = this.find(key);
    if (!found) return problem(404, ["referral-gone"]);
    const current = this.versioned(found);
    if (version !== current.version) return problem(412, ["referral-stale"], { current });
    this.commands.push(command);
    this.changeElsewhere(key);
    return accepted(this.versioned(found), "Done");
  }

  /** Changes a referral, as staff would. */
  changeElsewhere(key: string) {
    this.versions.set(key, (this.versions.get(key) ?? 0) + 1);
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

  private find(key: string): ReferralView | undefined {
    return this.views(this.admin()).find((one) => one.key === key);
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
