/** The fake server of the pages: the HTTP interface in front of the real rules, in memory. */
import {
  type CodeRequest,
  type CodeSent,
  type ContactDraft,
  type LoginMode,
  type Erased,
  type Proof,
  type Referral,
  type RewardStatement,
  type SessionEntry,
  type SessionView,
  type OwnRedemptions,
  type OwnStanding,
  STORAGE_KEYS,
} from "@bindings";
import { loadRules, parse, type Rules } from "@/rules";
import { accepted, json, problem, verdict } from "./answers";
import { ADMIN, FakeRecords, COORDINATOR, type Login } from "./fake-records";
import { type FakeBrowser, FakeServer } from "./fake-server";

/** The code of the authenticator app. */
export const SECOND_FACTOR = "246810";

/** What a member has who has earned nothing yet. */
const NO_POINTS: RewardStatement = {
  balance: { points: 0, available: 0, onHold: [] },
  expires: [],
  lines: [],
  before: 0,
  next: null,
};

/** What a member has who has earned nothing, where nothing is offered. */
export const NOTHING_OFFERED: OwnRedemptions = {
  balance: { points: 0, available: 0, onHold: [] },
  spendable: 0,
  offers: [],
  redemptions: [],
  next: null,
};

/** Where a member stands if there is no list of those with most points. */
const NO_LIST: OwnStanding = { leaderboard: "off", quarter: "", points: 0 };

/** Routes that answer everybody alike. */
const PUBLIC_ROUTES = new Set([
  "GET /session",
  "POST /codes",
  "POST /session",
  "DELETE /session",
  "POST /messages",
]);

type SentCode = { readonly mobile: string; readonly code: string };
type FakeRequest = { browser: FakeBrowser; url: URL; init: RequestInit; login: Login | undefined };

export class ProgrammeServer extends FakeServer {
  /** The contact messages, oldest first. */
  readonly messages: ContactDraft[] = [];
  readonly records: FakeRecords;
  /** The bits of work that a code costs; 0 for none. */
  puzzleBits = 0;
  private readonly puzzles = new Set<string>();
  private readonly logins = new Map<string, Login>();
  private readonly sent = new Map<string, SentCode>();
  private readonly replies = new Map<string, { body: string; reply: Response }>();

  static async start(): Promise<ProgrammeServer> {
    return new ProgrammeServer(await loadRules());
  }

  private constructor(private readonly rules: Rules) {
    super();
    this.records = new FakeRecords(rules);
  }

  /** The last code that was sent to a number. */
  codeOf(mobile: string): string {
    return [...this.sent.values()].findLast((sent) => sent.mobile === mobile)?.code ?? "";
  }

  /** Adds stored records. */
  absorb(records: readonly Partial<Referral>[]) {
    this.records.ledger.read(STORAGE_KEYS.referrals, JSON.stringify(records));
  }

  /** Ends all sessions. */
  endSessions() {
    this.logins.clear();
  }

  /** Expires all codes. */
  forgetCodes() {
    this.sent.clear();
  }

  /** Expires all second factors. */
  forgetConfirmations() {
    for (const login of this.logins.values()) login.confirmed = false;
  }

  /** Makes all second factors too old for actions that cannot be undone. */
  ageConfirmations() {
    for (const login of this.logins.values()) login.fresh = false;
  }

  /** All referrals, newest first. */
  get referrals(): readonly Referral[] {
    return this.records.all;
  }

  protected override own(
    endpoint: string,
    browser: FakeBrowser,
    url: URL,
    init: RequestInit,
  ): Response | Promise<Response> {
    // The session was erased with the account, so a retry is answered without it.
    const erased = endpoint === "DELETE /me" ? this.replies.get(keyOf(init)) : undefined;
    if (erased) return erased.reply.clone();
    const login = init.credentials === "omit" ? undefined : this.logins.get(browser.session ?? "");
    const request = { browser, url, init, login };
    return PUBLIC_ROUTES.has(endpoint)
      ? this.route(endpoint, request)
      : this.current(endpoint, request);
  }

  /** Checks that the session belongs to the person whom the page shows. */
  private current(endpoint: string, request: FakeRequest): Response | Promise<Response> {
    const { login, init, browser } = request;
    const cookie = init.credentials === "omit" ? undefined : browser.session;
    const whose = login?.user.mobileNumber ?? "guest";
    const shown = new Headers(init.headers).get("Expected-User") ?? (login || !cookie ? whose : "");
    if (oneNumber(shown) === oneNumber(whose)) return this.route(endpoint, request);
    if (login) return problem(409, ["session-changed"]);
    if (cookie) browser.session = undefined;
    return problem(401, ["session-ended"]);
  }

  private route(endpoint: string, request: FakeRequest): Response | Promise<Response> {
    const { login, browser } = request;
    const [, key = ""] = /^\w+ \/referrals\/([^/]+)/.exec(endpoint) ?? [];
    if (endpoint.startsWith("DELETE /sessions/")) return this.endSession(endpoint, login);
    switch (key ? endpoint.replace(key, "*") : endpoint) {
      case "GET /session":
        return json(view(login));
      case "POST /codes":
        return this.send(body<CodeRequest>(request));
      case "POST /session":
        return this.logIn(request);
      case "POST /session/second-factor":
        return this.confirm(request);
      case "DELETE /session":
        this.logins.delete(browser.session ?? "");
        return new Response(null, { status: 204 });
      case "GET /sessions":
        return json({ sessions: this.sessions(request) });
      case "DELETE /sessions":
        for (const [token, { user }] of this.logins) {
          if (user.mobileNumber === login?.user.mobileNumber) this.logins.delete(token);
        }
        return new Response(null, { status: 204 });
      case "POST /referrals":
        return this.once(request, () => this.records.submit(body(request), login));
      case "GET /referrals":
        return json(this.records.page(login, Object.fromEntries(request.url.searchParams)));
      case "GET /referrals/*":
        return this.records.detail(decodeURIComponent(key));
      case "POST /referrals/*/commands":
        return this.once(request, () =>
          this.records.command(decodeURIComponent(key), body(request)),
        );
      case "GET /export":
        return this.export(request);
      case "DELETE /me":
        return this.again(request, () => this.erase(request));
      case "POST /messages":
        return this.once(request, () => {
          this.messages.push(body<ContactDraft>(request));
          return accepted(null, "Message Sent!", 201);
        });
      case "GET /me/rewards":
        return json(NO_POINTS);
      case "GET /me/redemptions":
        return json(NOTHING_OFFERED);
      case "GET /me/link":
        return json({ opened: 0, submitted: 0 });
      case "GET /me/leaderboard":
        return json(NO_LIST);
      default:
        return problem(400, ["bad-request"]);
    }
  }

  /** Removes separators and the plus sign from the number. */
  private async send({ mobile: typed, proof }: CodeRequest): Promise<Response> {
    const mobile = typed.replaceAll(/[\s+.()-]/gu, "");
    const checked = parse(this.rules.requestCode(mobile, this.records.policy));
    if (checked.outcome === "refused") return problem(422, checked.codes);
    if (this.puzzleBits > 0 && !(await this.isSolved(proof))) {
      const text = crypto.randomUUID();
      this.puzzles.add(text);
      const puzzle = { text, bits: this.puzzleBits, expiresAt: Date.now() + 600_000, salt: "" };
      return problem(428, ["proof-required"], { puzzle });
    }
    const challenge = crypto.randomUUID();
    this.sent.set(challenge, { mobile, code: String(100_000 + this.sent.size) });
    const value: CodeSent = { challenge, digits: 6, expiresAt: Date.now() + 300_000 };
    return accepted(value, "OTP Sent", 202);
  }

  /** Accepts each puzzle once. */
  private async isSolved(proof: Proof | undefined): Promise<boolean> {
    if (!proof || !this.puzzles.delete(proof.puzzle.text)) return false;
    const message = new TextEncoder().encode(`${proof.puzzle.text}${proof.solution}`);
    const hash = await crypto.subtle.digest("SHA-256", message);
    return Math.clz32(new DataView(hash).getUint32(0)) >= this.puzzleBits;
  }

  private logIn(request: FakeRequest): Response {
    const { challenge, mode, code } = body<
      Record<"challenge" | "code", string> & { mode: LoginMode }
    >(request);
    const sent = this.sent.get(challenge);
    if (!sent) return problem(422, ["code-expired"]);
    if (sent.code !== code) return problem(422, ["wrong-code"]);
    const outcome = this.records.logIn(mode, sent.mobile);
    if (outcome.outcome === "refused") return problem(409, outcome.codes);
    const login = { user: outcome.value, confirmed: false, begunAt: Date.now() };
    request.browser.session = crypto.randomUUID();
    this.logins.set(request.browser.session, login);
    return verdict(outcome, () => view(login));
  }

  private confirm(request: FakeRequest): Response {
    const { login } = request;
    if (!login) return problem(401, ["not-logged-in"]);
    const { code } = body<{ code: string }>(request);
    if (code !== SECOND_FACTOR) return problem(422, ["second-factor-wrong"]);
    login.confirmed = true;
    login.fresh = true;
    // The old session no longer works.
    this.logins.delete(request.browser.session ?? "");
    request.browser.session = crypto.randomUUID();
    this.logins.set(request.browser.session, login);
    return accepted(view(login));
  }

  private sessions({ login, browser }: FakeRequest): SessionEntry[] {
    const own = [...this.logins].filter(([, one]) => sameUser(one, login));
    return own.map(([key, { begunAt = 0 }]) => ({
      key,
      begunAt,
      usedAt: begunAt,
      device: key === browser.session ? null : "Firefox on Android",
      current: key === browser.session,
    }));
  }

  private endSession(endpoint: string, login: Login | undefined): Response {
    const key = endpoint.replace("DELETE /sessions/", "");
    const found = this.logins.get(key);
    if (found && sameUser(found, login)) this.logins.delete(key);
    return new Response(null, { status: 204 });
  }

  private export({ login, url }: FakeRequest): Response {
    if (!login) return problem(401, ["not-logged-in"]);
    const refusal = secondFactorFor(login);
    if (refusal) return refusal;
    const csv = url.searchParams.get("format") === "csv";
    return new Response(this.records.ledger.export(this.records.viewer(login), Date.now(), csv));
  }

  private erase({ login, browser }: FakeRequest): Response {
    if (!login) return problem(401, ["not-logged-in"]);
    const refusal = secondFactorFor(login);
    if (refusal) return refusal;
    const outcome = parse(this.records.ledger.erase(this.records.viewer(login), Date.now()));
    this.logins.delete(browser.session ?? "");
    return verdict(outcome, () => ({ ...NOTHING_ERASED, accounts: 1 }));
  }

  /** Like `once`, if the request has a key. */
  private again(request: FakeRequest, action: () => Response): Response {
    return keyOf(request.init) ? this.once(request, action) : action();
  }

  /** Answers the same key with the same answer, and does nothing twice. */
  private once({ init }: FakeRequest, action: () => Response): Response {
    const key = keyOf(init);
    if (!key) return problem(400, ["bad-request"]);
    const known = this.replies.get(key);
    const text = String(init.body);
    if (known) return known.body === text ? known.reply.clone() : problem(409, ["key-reused"]);
    const reply = action();
    if (reply.ok) this.replies.set(key, { body: text, reply: reply.clone() });
    return reply;
  }
}

/** Removes trunk zeros. Other spellings are left to the real server. */
function oneNumber(mobile: string): string {
  return mobile.replace(/^0+/, "");
}

function keyOf(init: RequestInit): string {
  return new Headers(init.headers).get("Idempotency-Key") ?? "";
}

function sameUser(one: Login, other: Login | undefined): boolean {
  return one.user.mobileNumber === other?.user.mobileNumber;
}

const NOTHING_ERASED: Erased = {
  accounts: 0,
  sessions: 0,
  staff: 0,
  invitations: 0,
  factors: 0,
  tokens: 0,
  leaderNames: 0,
  webhooks: 0,
  referrals: 0,
  messages: 0,
  blanked: 0,
  changes: 0,
  accountStays: false,
};

function view(login: Login | undefined): SessionView {
  if (!login) return { role: "guest", user: null, shown: null, confirmed: false, staff: null };
  const { confirmed, user } = login;
  const role = user.mobileNumber === ADMIN ? "admin" : "member";
  const id = { id: "s1", name: user.name, services: [], permissions: [] };
  const staff = isStaff(login) ? ({ ...id, role: "coordinator" } as const) : null;
  return { role, user, shown: user.mobileNumber, confirmed, staff };
}

function isStaff({ user }: Login): boolean {
  return [ADMIN, COORDINATOR].includes(user.mobileNumber);
}

/** Why the second factor has to be given first, if it has. */
function secondFactorFor(login: Login): Response | undefined {
  if (!isStaff(login) || login.fresh) return undefined;
  return problem(403, [login.confirmed ? "second-factor-stale" : "second-factor-missing"]);
}

function body<T>({ init }: Pick<FakeRequest, "init">): T {
  return JSON.parse(String(init.body)) as T;
}
