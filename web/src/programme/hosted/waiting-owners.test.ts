/** Each waiting referral is sent under its owner's login only, and unreadable entries stay. */
import { HOSTED_LIMITS } from "@bindings/hosted";
import { describe, expect, test, vi } from "vitest";
import { DRAFT, MEMBER } from "@/testing/samples";
import { problem } from "@/testing/server/answers";
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
    expect(site.server.of(SUBMITS)).toEqual([]);
    await programme.erase();
    expect(hosted().waiting).toHaveLength(1);

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

test("a referral of before the form had a text is sent without it", async () => {
  const { notes: _, ...draft } = DRAFT;
  const item = { key: "k".repeat(16), draft, at: 1 };
  localStorage.setItem(`${HOSTED_LIMITS.waitingKey} ${item.key}`, JSON.stringify(item));
  const { hosted } = await site.tab();
  await hosted().actions.sendWaiting();
  expect(site.server.of(SUBMITS)).toMatchObject([{ value: { draft: { ...DRAFT, notes: "" } } }]);
  expect(site.stored()).toEqual([]);
});

describe("An entry that is no waiting referral", () => {
  const item = { key: "k".repeat(16), draft: DRAFT, at: 1 };
  const { service: _, ...draft } = DRAFT;
  const foreign: Record<string, unknown> = {
    "without what every form has": { ...item, draft },
    "with something else than a text": { ...item, draft: { ...DRAFT, notes: 5 } },
    "with another key": { ...item, key: "other" },
    "of another form": { key: 5 },
    "that is a text": "text",
  };
  for (const by of [5, null, {}, "User2345", { name: "User2345" }, { name: 5 }, []])
    foreign[`by ${JSON.stringify(by)}`] = { ...item, by };

  for (const [name, entry] of Object.entries(foreign)) {
    test(`is neither sent nor removed: ${name}`, async () => {
      const stored = [`${HOSTED_LIMITS.waitingKey} ${item.key}`, JSON.stringify(entry)] as const;
      localStorage.setItem(...stored);
      const { programme, hosted, logIn } = await site.tab();
      await logIn("signup", MEMBER);
      site.browser.online = false;
      await programme.submit(DRAFT);
      site.browser.online = true;
      await hosted().actions.sendWaiting();
      expect(site.server.referrals).toHaveLength(1);
      expect(site.stored()).toEqual([stored]);
    });
  }
});
