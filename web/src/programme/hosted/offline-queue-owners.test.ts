/**
 * The owners of waiting referrals: each is sent under its owner's login only, and unreadable
 * entries stay.
 */
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted";
import { describe, expect, test, vi } from "vitest";
import { DRAFT, MEMBER } from "@/testing/samples";
import { problem } from "./testing/answers";
import { siteForEachTest } from "./testing/test-site";

const SUBMITS = "POST /referrals";
const OTHER = "919840099999";
/** It ends in the same four digits as {@link MEMBER}, so that both have the same display name. */
const NAMESAKE = "447700012345";

const site = siteForEachTest();

describe("A member's referral", () => {
  test("waits for them if their login has ended, and is sent for nobody else", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    const by = { name: "User2345", mobileNumber: MEMBER };
    expect(hosted().waiting).toMatchObject([{ by }]);
    site.browser.online = true;
    site.server.endSessions();
    await hosted().actions.sendWaiting();
    expect(site.server.referrals).toEqual([]);

    await logIn("signup", OTHER);
    await hosted().actions.sendWaiting();
    expect(site.server.referrals).toEqual([]);
    await programme.logOut();

    await logIn("login", MEMBER);
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals).toMatchObject([
      { referrerMobile: MEMBER, referrerName: "User2345" },
    ]);
  });

  test("is not sent for another number with the same display name", async () => {
    const { programme, hosted, logIn, ready } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    site.server.endSessions();
    await logIn("signup", NAMESAKE);
    expect(ready().account).toMatchObject({ user: { name: "User2345" } });
    await hosted().actions.sendWaiting();
    expect(site.server.requests).not.toContain(SUBMITS);
    await programme.erase();
    expect(hosted().waiting).toHaveLength(1);

    await logIn("login", MEMBER);
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals).toMatchObject([{ referrerMobile: MEMBER }]);
  });

  test("is sent for their number in whatever spelling it was stored", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    site.server.endSessions();
    const kept = JSON.stringify(site.stored()).replaceAll(MEMBER, `00${MEMBER}`);
    localStorage.setItem(HOSTED_LIMITS.waitingKey, kept);
    await logIn("signup", NAMESAKE);
    await hosted().actions.sendWaiting();
    await hosted().actions.sendWaiting();
    expect(site.server.requests).not.toContain(SUBMITS);
    expect(site.server.requests.filter((asked) => asked === "GET /sessions")).toHaveLength(1);
    await programme.logOut();

    await logIn("login", MEMBER);
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals).toMatchObject([{ referrerMobile: MEMBER }]);
  });

  test("is not refused for good because somebody else is logged in", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    site.server.instead.set(SUBMITS, () => problem(409, ["session-changed"]));
    await hosted().actions.sendWaiting();
    site.server.instead.set(SUBMITS, () => problem(401, ["session-ended"]));
    await hosted().actions.sendWaiting();
    expect(hosted().waiting[0]).not.toHaveProperty("refused");
    site.server.instead.clear();
    await hosted().actions.sendWaiting();
    expect(site.server.referrals).toMatchObject([{ referrerMobile: MEMBER }]);
  });

  test("is erased with all their data", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    await programme.erase();
    expect(hosted().waiting).toEqual([]);
  });
});

test("a guest's referral stays a guest's, whoever is logged in when it is sent", async () => {
  const { programme, hosted, logIn } = await site.tab();
  site.browser.online = false;
  await programme.submit({ ...DRAFT, referrerName: "Asha", referrerPhone: "97455" });
  site.browser.online = true;
  await logIn("signup", OTHER);
  await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
  expect(site.server.referrals).toMatchObject([{ referrerName: "Asha", referrerMobile: "97455" }]);
});

test("a referral stored before a field existed is sent with that field empty", async () => {
  const { notes, ...draft } = { ...DRAFT, referrerName: "Asha", referrerPhone: "97455" };
  expect(notes).toBeDefined();
  const kept = { key: "k".repeat(16), draft, date: "21/11/2026", at: 1 };
  localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([kept]));
  const { hosted } = await site.tab();
  await hosted().actions.sendWaiting();
  expect(site.server.referrals).toMatchObject([{ referrerName: "Asha", notes: "" }]);
});

describe("A referral that was stored with only a display name", () => {
  const item = { key: "k".repeat(16), draft: DRAFT, date: "21/11/2026", at: 1 };

  for (const by of ["User2345", { name: "User2345" }]) {
    test(`is not sent, and says why (${JSON.stringify(by)})`, async () => {
      localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([{ ...item, by }]));
      const { hosted, logIn } = await site.tab();
      await logIn("signup", MEMBER);
      await hosted().actions.sendWaiting();
      expect(site.server.requests).not.toContain(SUBMITS);
      const refused = HOSTED_NOTICES.ownerUnknown;
      const waiting = { key: item.key, draft: DRAFT, by: { name: "User2345" }, refused };
      expect(hosted().waiting).toMatchObject([waiting]);
    });
  }

  test("is not altered by a change of another, and can be taken back", async () => {
    const old = { ...item, by: "User2345" };
    localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([old]));
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    await programme.submit({ ...DRAFT, referredName: "Chitra" });
    site.browser.online = true;
    await hosted().actions.sendWaiting();
    expect(hosted().waiting).toMatchObject([{ refused: HOSTED_NOTICES.ownerUnknown }]);
    hosted().actions.forgetWaiting(item.key);
    expect(site.stored()).toEqual([]);
  });

  test("keeps the reason of an earlier refusal", async () => {
    const refused = HOSTED_NOTICES.stillWaiting;
    const old = { ...item, by: "User2345", refused };
    localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([old]));
    const { hosted } = await site.tab();
    expect(hosted().waiting).toMatchObject([{ refused }]);
  });
});

test("a referral with an invalid owner is neither sent nor removed", async () => {
  const item = { key: "k".repeat(16), draft: DRAFT, date: "21/11/2026", at: 1 };
  const owners = [5, null, {}, { name: 5 }, { name: "User2345", mobileNumber: 5 }, []];
  const foreign = owners.map((by) => ({ ...item, by }));
  localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(foreign));
  const { hosted, logIn } = await site.tab();
  await logIn("signup", MEMBER);
  await hosted().actions.sendWaiting();
  expect(hosted().waiting).toEqual([]);
  expect(site.server.requests).not.toContain(SUBMITS);
  expect(site.stored()).toEqual(foreign);
});

test("an entry of another program is neither sent nor removed", async () => {
  const foreign = [{ key: 5 }, "text"];
  localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(foreign));
  const { programme, hosted } = await site.tab();
  site.browser.online = false;
  await programme.submit(DRAFT);
  site.browser.online = true;
  await hosted().actions.sendWaiting();
  expect(site.server.referrals).toHaveLength(1);
  expect(site.stored()).toEqual(foreign);
});
