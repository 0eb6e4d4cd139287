/**
 * Runs ten thousand sequences of actions through WebAssembly. The domain's own tests
 * (crates/ledger/tests/properties/parity.rs) recorded the native answers; the answers here must be
 * the same.
 */
import { type LoginMode, type ReferralDraft, STORAGE_KEYS } from "@bindings";
import { beforeAll, expect, inject, test } from "vitest";
import { loadRules, parse, policyOf, type Rules, stringify } from ".";
import type { Ledger, Policy, Viewer } from "./pkg/rules";
// Written by `cargo test -p ledger --test properties parity`. The test refuses an outdated file.
import told from "@target/parity.json?url";

type Action =
  | { call: "checkReferral"; draft: ReferralDraft; viewer: number }
  | { call: "requestCode"; mobile: string }
  | { call: "logIn"; mode: LoginMode; mobile: string; code: string; now: number }
  | { call: "submit"; draft: ReferralDraft; viewer: number; id: number; date: string }
  | { call: "savePoints"; viewer: number; place: number; points: string; now: number }
  | { call: "read"; key: string; text: string }
  | { call: "forget"; key: string }
  | { call: "erase" | "export"; viewer: number; now: number }
  | { call: "import"; viewer: number; text: string }
  | { call: "look"; viewer: number; most: number };

interface ParityCases {
  seed: number;
  sequences: { actions: Action[]; digest: number }[];
}

let rules: Rules;
let policy: Policy;
let viewers: Viewer[];

beforeAll(async () => {
  rules = await loadRules();
  policy = policyOf(rules, { adminNumber: "1000000000", simulatedCode: "1234" });
  viewers = [rules.Viewer.guest(), viewer("9876543210"), viewer("1000000000")];
});

test("every sequence has the same answers as natively", { timeout: 60_000 }, async () => {
  if (!inject("parityIsFresh")) {
    throw new Error("The rules have changed: run `cargo test -p ledger --test properties parity`.");
  }
  const { seed, sequences } = (await (await fetch(told)).json()) as ParityCases;
  expect(sequences.length).toBeGreaterThanOrEqual(10_000);
  for (const [place, { actions, digest: natively }] of sequences.entries()) {
    const answers = play(actions);
    if (digest(answers) === natively) continue;
    expect.fail(
      `PARITY_SEED=${seed}, sequence ${place}: ${JSON.stringify({ actions, answers }, null, 2)}`,
    );
  }
});

function play(actions: readonly Action[]): string[] {
  const ledger = new rules.Ledger();
  const answers = actions.map((action) => answer(ledger, action));
  const { accounts, referrals, quarantine } = STORAGE_KEYS;
  for (const key of [accounts, referrals, quarantine]) answers.push(ledger.text(key) ?? "");
  ledger.free();
  return answers;
}

function answer(ledger: Ledger, action: Action): string {
  switch (action.call) {
    case "checkReferral":
      return parse(rules.checkReferral(stringify(action.draft), who(action))).join(" ");
    case "requestCode":
      return rules.requestCode(action.mobile, policy);
    case "logIn":
      return ledger.logIn(action.mode, action.mobile, action.code, policy, action.now);
    case "submit":
      return ledger.submit(
        stringify(action.draft),
        who(action),
        ledger.freeId(action.id),
        action.date,
      );
    case "savePoints": {
      const all = parse(ledger.view(who({ viewer: 2 }), action.place + 1)).referrals;
      const key = all[action.place]?.key ?? "";
      return ledger.savePoints(key, action.points, who(action), action.now);
    }
    case "read":
      ledger.read(action.key, action.text);
      return "";
    case "forget":
      ledger.forget(action.key);
      return "";
    case "erase":
      return ledger.erase(who(action), action.now);
    case "export":
      return [false, true].map((csv) => ledger.export(who(action), action.now, csv)).join("");
    case "import":
      return ledger.import(who(action), action.text);
    case "look":
      return ledger.view(who(action), action.most);
  }
}

function who({ viewer: place }: { viewer: number }): Viewer {
  const found = viewers[place];
  if (!found) throw new Error(`There is no viewer ${place}`);
  return found;
}

function viewer(mobileNumber: string): Viewer {
  const user = JSON.stringify({ mobileNumber, name: `User${mobileNumber.slice(-4)}` });
  const found = rules.Viewer.read(user, policy);
  if (!found) throw new Error(`${mobileNumber} is nobody`);
  return found;
}

/**
 * 32-bit FNV-1a over the UTF-16 code units of the answers, with one more unit after each answer.
 */
function digest(answers: readonly string[]): number {
  let hash = 0x811c9dc5;
  const take = (unit: number) => {
    hash = Math.imul(hash ^ unit, 0x01000193);
  };
  for (const text of answers) {
    for (let place = 0; place < text.length; place += 1) take(text.charCodeAt(place));
    take(0xffff);
  }
  return hash >>> 0;
}
