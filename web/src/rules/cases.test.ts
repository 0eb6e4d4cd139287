/**
 * Runs the tables of cases through WebAssembly. `tests/cases.rs` of `domain` and `ledger` runs the
 * same tables natively, so that the browser enforces exactly what the domain's tests say.
 */
import {
  type LoginMode,
  type Programme,
  type Referral,
  type ReferralDraft,
  type RejectionCode,
  STORAGE_KEYS,
  type User,
  type Verdict,
} from "@bindings";
import { beforeAll, describe, expect, test } from "vitest";
import { table, tables } from "@/testing/case-tables";
import { DRAFT } from "@/testing/samples";
import { loadRules, parse, policyOf, type Rules, stringify } from ".";
import type { Ledger, Policy, Viewer } from "./pkg/rules";

interface MobileCase {
  name: string;
  input: string;
  code: RejectionCode | null;
  number: string | null;
}

interface PointsCase {
  name: string;
  input: string;
  code: RejectionCode | null;
  points: number | null;
}

interface ReferralCase {
  name: string;
  user: User | null;
  draft: ReferralDraft;
  codes: RejectionCode[];
  stored: Partial<Referral> | null;
}

interface LoginCase {
  name: string;
  mode: LoginMode;
  mobile: string;
  code: string;
  registered: string[];
  refused: RejectionCode | null;
  user: User | null;
  registeredAfter: string[];
}

interface Decision {
  name: string;
  command: "submit" | "points" | LoginMode;
  referral?: Partial<Referral>;
  account?: "registered" | "erased";
  typed?: string | Partial<ReferralDraft>;
  answers: Partial<Record<"guest" | "member" | "admin", RejectionCode | null>>;
  after?: { status: string; points: number } | { registered: boolean };
}

interface LedgerCase {
  name: string;
  list: "accounts" | "referrals" | "quarantine";
  stored: string;
  readable: number;
  quarantine: unknown[];
  text: string;
}

const NOW = Date.UTC(2023, 10, 14);

const mobile = table<MobileCase[]>("mobile");
const points = table<PointsCase[]>("points");
const referral = table<ReferralCase[]>("referral");
const logins = table<{ policy: Programme; cases: LoginCase[] }>("login");
const ledger = table<LedgerCase[]>("ledger");
const decisions = table<{
  member: string;
  draft: ReferralDraft;
  referral: Referral;
  cases: Decision[];
}>("decisions");

let rules: Rules;
let policy: Policy;
let admin: Viewer;

beforeAll(async () => {
  rules = await loadRules();
  policy = policyOf(rules, logins.policy);
  admin = viewer({ mobileNumber: logins.policy.adminNumber, name: "User0000" });
});

describe("The tables", () => {
  test("are all used, and none is empty", () => {
    const cases = {
      decisions: decisions.cases,
      ledger,
      login: logins.cases,
      mobile,
      points,
      referral,
    };
    // The browser checks contact messages itself: see contact-parity.test.tsx.
    expect(tables).toEqual(["contact", ...Object.keys(cases)]);
    expect(Object.values(cases).filter((rows) => rows.length === 0)).toEqual([]);
  });
});

describe("Mobile numbers", () => {
  test.each(mobile)("$name", ({ input, code, number }) => {
    expect(codes(parse(rules.requestCode(input, policy)))).toEqual(code === null ? [] : [code]);
    const records = new rules.Ledger();
    const verdict = parse(records.logIn("signup", input, logins.policy.simulatedCode, policy, NOW));
    expect(accepted(verdict)?.mobileNumber ?? null).toBe(number);
    expect(codes(verdict)).toEqual(code === null ? [] : [code]);
  });
});

describe("Points", () => {
  test.each(points)("$name", ({ input, code, points: expected }) => {
    const records = new rules.Ledger();
    submit(records, DRAFT, rules.Viewer.guest());
    const key = parse(records.view(admin, 9)).referrals[0]?.key ?? "";
    const verdict = parse(records.savePoints(key, input, admin, NOW));
    expect(accepted(verdict)?.points ?? null).toBe(expected);
    expect(codes(verdict)).toEqual(code === null ? [] : [code]);
    expect(parse(records.view(admin, 9)).referrals[0]?.referral.points).toBe(expected ?? 0);
  });
});

describe("Referrals", () => {
  test.each(referral)("$name", ({ user, draft, codes: expected, stored }) => {
    const who = user === null ? rules.Viewer.guest() : viewer(user);
    expect(parse(rules.checkReferral(stringify(draft), who))).toEqual(expected);

    const records = new rules.Ledger();
    const verdict = submit(records, draft, who);
    expect(codes(verdict)).toEqual(expected);
    const submitted = accepted(verdict);
    const fresh = { id: NOW, date: "14/11/2023", status: "Pending", points: 0 };
    const named = expect.objectContaining({ ...stored, ...fresh });
    expect(submitted ?? null).toEqual(stored === null ? null : named);
    expect(JSON.parse(texts(records).referrals)).toEqual(
      submitted === undefined ? [] : [submitted],
    );
  });
});

describe("Login and sign-up", () => {
  test.each(logins.cases)("$name", ({ mode, mobile: number, code, ...expected }) => {
    const records = new rules.Ledger();
    for (const registered of expected.registered) {
      records.logIn("signup", registered, logins.policy.simulatedCode, policy, NOW);
    }
    const verdict = parse(records.logIn(mode, number, code, policy, NOW));
    expect(codes(verdict)).toEqual(expected.refused === null ? [] : [expected.refused]);
    expect(accepted(verdict) ?? null).toEqual(expected.user);
    const users = JSON.parse(texts(records).accounts) as User[];
    expect(users.map((user) => user.mobileNumber)).toEqual(expected.registeredAfter);
  });
});

describe("Decisions", () => {
  const rows = decisions.cases.flatMap(({ answers, ...row }) =>
    Object.entries(answers).map(([role, refused]) => ({ ...row, role, refused })),
  );
  test.each(rows)("$name: $role", ({ refused, after, ...row }) => {
    expect(outcome(row)).toEqual(refused === null ? { after } : { refused });
  });
});

describe("Stored texts", () => {
  test.each(ledger)("$name", ({ list, stored, readable, quarantine, text }) => {
    const records = new rules.Ledger();
    records.read(STORAGE_KEYS[list === "quarantine" ? "quarantine" : list], stored);

    const [own, other] =
      list === "accounts"
        ? [texts(records).accounts, texts(records).referrals]
        : [texts(records).referrals, texts(records).accounts];
    expect(own).toBe(text);
    expect(other).toBe("[]");
    expect(JSON.parse(own)).toHaveLength(readable);
    expect(parse(records.view(admin, 9)).referrals).toHaveLength(
      list === "accounts" ? 0 : readable,
    );
    expect(JSON.parse(records.text(STORAGE_KEYS.quarantine) ?? "[]")).toEqual(quarantine);
  });
});

/** Gives a command in a role and a state. Returns why it was refused, or the state after it. */
function outcome({ role, command, account, ...row }: Omit<Decision, "answers"> & { role: string }) {
  const { adminNumber, simulatedCode } = logins.policy;
  const number = role === "admin" ? adminNumber : decisions.member;
  const own = () => viewer({ mobileNumber: number, name: "" });
  const who = role === "guest" ? rules.Viewer.guest() : own();
  const records = new rules.Ledger();
  if (account) records.logIn("signup", number, simulatedCode, policy, NOW);
  if (account === "erased") records.erase(own(), NOW);
  const stored = row.referral ? [{ ...decisions.referral, ...row.referral }] : [];
  records.read(STORAGE_KEYS.referrals, JSON.stringify(stored));

  if (command === "login" || command === "signup") {
    const verdict = parse(records.logIn(command, number, simulatedCode, policy, NOW));
    const [refused] = codes(verdict);
    if (refused) return { refused };
    return { after: { registered: JSON.parse(texts(records).accounts).length > 0 } };
  }
  const key = parse(records.view(admin, 1)).referrals[0]?.key ?? "";
  const verdict =
    command === "points"
      ? parse(records.savePoints(key, String(row.typed), who, NOW))
      : submit(records, { ...decisions.draft, ...(row.typed as object) }, who);
  const [refused] = codes(verdict);
  if (refused) return { refused };
  return { after: { status: accepted(verdict)?.status, points: accepted(verdict)?.points } };
}

function texts(records: Ledger) {
  return {
    accounts: records.text(STORAGE_KEYS.accounts) ?? "",
    referrals: records.text(STORAGE_KEYS.referrals) ?? "",
  };
}

function submit(records: Ledger, draft: ReferralDraft, who: Viewer): Verdict<Referral> {
  return parse(records.submit(stringify(draft), who, NOW, "14/11/2023"));
}

function viewer(user: User): Viewer {
  const read = rules.Viewer.read(JSON.stringify(user), policy);
  if (read === undefined) throw new Error(`${user.mobileNumber} is a user`);
  return read;
}

function accepted<T>(verdict: Verdict<T>): T | undefined {
  return verdict.outcome === "accepted" ? verdict.value : undefined;
}

function codes<T>(verdict: Verdict<T>): RejectionCode[] {
  return verdict.outcome === "refused" ? verdict.codes : [];
}
