/** What members do is said by its request. The tests have the English words in the place of another language's. */
import { DONE_NOTICES, type DoneNotice } from "@bindings/hosted";
import { expect, test } from "vitest";
import { doneInLanguage } from "./done-in-language";

const ANSWER = {
  outcome: "accepted",
  value: 1,
  notice: { title: "Done", description: "By the server.", variant: "default" },
} as const;

const KEY = "1760000000000-abc";

/** The requests that members send, with the notice of each. */
const WRITES: readonly (readonly [
  request: string,
  asked: object,
  notice: DoneNotice,
  status?: number,
])[] = [
  ["POST /session", { mode: "login" }, "loggedIn"],
  ["POST /session", { mode: "signup" }, "signedUp"],
  ["POST /session/second-factor", { code: "1" }, "confirmed"],
  [`POST /referrals/${KEY}/commands`, { command: { kind: "withdraw" } }, "withdrawn"],
  [`POST /referrals/${KEY}/commands`, { command: { kind: "correct" } }, "corrected"],
  [`POST /referrals/${KEY}/commands`, { command: { kind: "undo" } }, "undone"],
  [`POST /referrals/${KEY}/commands`, { command: { kind: "say-who", says: true } }, "saysWho"],
  [`POST /referrals/${KEY}/commands`, { command: { kind: "say-who", says: false } }, "saysNotWho"],
  [`POST /referrals/${KEY}/page`, {}, "pageMade"],
  ["PUT /me/name", { name: "Asha" }, "nameSaved"],
  ["PUT /me/notifications", { notify: "sms" }, "notificationsSaved"],
  ["PUT /me/leaderboard", { name: "Asha" }, "leaderNameSaved"],
  ["DELETE /me/leaderboard", {}, "leaderNameRemoved"],
  ["PUT /me/link", { name: "", renew: false }, "linkMade", 201],
  ["PUT /me/link", { name: "", renew: false }, "linkSaved", 200],
  ["POST /me/redemptions", { offer: "voucher" }, "redemptionRequested"],
  ["POST /me/redemptions/12/cancel", {}, "redemptionCancelled"],
  ["PUT /me/redemptions/12/reference", { reference: "" }, "referenceSaved"],
  ["DELETE /me", {}, "accountErased"],
  ["DELETE /me?integrations=off", {}, "accountErased"],
];

test.for(WRITES)("%s %o", ([request, asked, notice, status = 200]) => {
  expect(doneInLanguage(ANSWER, status, request, asked)).toEqual({
    ...ANSWER,
    notice: DONE_NOTICES[notice],
  });
});

test("a number and a name keep their own direction", () => {
  const sent = doneInLanguage(ANSWER, 202, "POST /codes", { mobile: "+91 98400" });
  expect(sent.notice.description).toContain("\u2068+91 98400\u2069");
  const draft = { referredName: "A $& B" };
  const referred = doneInLanguage(ANSWER, 202, "POST /referrals", { draft } as never);
  expect(referred.notice.description).toContain("\u2068A $& B\u2069");
});

test("what only staff do is said as the server says it", () => {
  expect(doneInLanguage(ANSWER, 202, "POST /tokens", {})).toBe(ANSWER);
  const award = { command: { kind: "points", points: "5" } } as never;
  expect(doneInLanguage(ANSWER, 200, `POST /referrals/${KEY}/commands`, award)).toBe(ANSWER);
});
