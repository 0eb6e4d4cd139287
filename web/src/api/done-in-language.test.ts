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
const WRITES: readonly (readonly [request: string, asked: object, notice: DoneNotice])[] = [
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
  ["PUT /me/link", { name: "", renew: true }, "linkMade"],
  ["PUT /me/link", { name: "", renew: false }, "linkSaved"],
  ["POST /me/redemptions", { offer: "voucher" }, "redemptionRequested"],
  ["POST /me/redemptions/12/cancel", {}, "redemptionCancelled"],
  ["PUT /me/redemptions/12/reference", { reference: "" }, "referenceSaved"],
  ["DELETE /me", {}, "accountErased"],
  ["DELETE /me?integrations=off", {}, "accountErased"],
];

test.each(WRITES)("%s %o", (request, asked, notice) => {
  expect(doneInLanguage(ANSWER, request, asked)).toEqual({
    ...ANSWER,
    notice: DONE_NOTICES[notice],
  });
});

test("a number and a name keep their own direction", () => {
  const sent = doneInLanguage(ANSWER, "POST /codes", { mobile: "+91 98400" });
  expect(sent.notice.description).toContain("\u2068+91 98400\u2069");
  const draft = { referredName: "A $& B" };
  const referred = doneInLanguage(ANSWER, "POST /referrals", { draft } as never);
  expect(referred.notice.description).toContain("\u2068A $& B\u2069");
});

test("what only staff do is said as the server says it", () => {
  expect(doneInLanguage(ANSWER, "POST /tokens", {})).toBe(ANSWER);
  const award = { command: { kind: "points", points: "5" } } as never;
  expect(doneInLanguage(ANSWER, `POST /referrals/${KEY}/commands`, award)).toBe(ANSWER);
});
