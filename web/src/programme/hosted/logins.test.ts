/** Logins that end or change while a page is open. */
import type { SessionView } from "@bindings";
import { HOSTED_WORDS } from "@bindings/staff-words";
import { describe, expect, test, vi } from "vitest";
import { PAGE_SIZE } from "@/programme/programme";
import { DRAFT, MEMBER, RECORD } from "@/testing/samples";
import { later } from "@/testing/later";
import { logInElsewhere, reconnect } from "./testing/open-hosted";
import { siteForEachTest } from "./testing/test-site";

const OTHER = "919840099999";
const ENDED = HOSTED_WORDS["session-ended"].notice;

const site = siteForEachTest();

describe("A login that has ended", () => {
  test("is reported by the first action, and makes the visitor a guest", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.server.endSessions();
    expect(await programme.erase()).toMatchObject({
      outcome: "refused",
      notice: ENDED,
    });
    expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
  });

  test("does not make a member's referral a guest's", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.server.endSessions();
    expect(await programme.submit(DRAFT)).toMatchObject({ notice: ENDED });
    expect(ready().account.role).toBe("guest");
    expect(site.server.referrals).toEqual([]);
  });

  test("is reported when the page notices it by itself, until somebody logs in", async () => {
    const { ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.server.endSessions();
    reconnect();
    await vi.waitFor(() => expect(ready().warning).toEqual(ENDED));
    expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
    await logIn("login", MEMBER);
    expect(ready().warning).toBeUndefined();
  });

  test("is noticed when the visitor comes back to the page after a minute", async () => {
    const { ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.server.endSessions();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 61_000);
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    await vi.waitFor(() => expect(ready().warning).toEqual(ENDED));
  });

  test("is not reported if another tab has logged out", async () => {
    const one = await site.tab();
    const other = await site.tab();
    await one.logIn("signup", MEMBER);
    await vi.waitFor(() => expect(other.ready().account.role).toBe("member"));
    await one.programme.logOut();
    await vi.waitFor(() => expect(other.ready().account.role).toBe("guest"));
    expect(one.ready().warning).toBeUndefined();
    expect(other.ready().warning).toBeUndefined();
  });

  test("does not log out everywhere, and the page says so", async () => {
    const { hosted, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.server.endSessions();
    expect(await hosted().actions.logoutEverywhere()).toMatchObject({ notice: ENDED });
    expect(ready().account.role).toBe("guest");
  });

  test("is ended everywhere, also in this browser's other tabs", async () => {
    const one = await site.tab();
    const other = await site.tab();
    await one.logIn("signup", MEMBER);
    await vi.waitFor(() => expect(other.ready().account.role).toBe("member"));
    expect(await one.hosted().actions.logoutEverywhere()).toBeUndefined();
    await vi.waitFor(() => expect(other.ready().account.role).toBe("guest"));
  });
});

describe("A login of somebody else in another tab", () => {
  test("gets no referral of this page's member", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    await logInElsewhere(site.server, site.browser, "signup", OTHER);
    expect(await programme.submit(DRAFT)).toMatchObject({
      codes: ["session-changed"],
      notice: HOSTED_WORDS["session-changed"].notice,
    });
    expect(site.server.referrals).toEqual([]);
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
    expect(await programme.submit(DRAFT)).toMatchObject({ outcome: "accepted" });
    expect(site.server.referrals).toMatchObject([{ referrerMobile: OTHER }]);
  });

  test("gets no referral of this page's guest", async () => {
    const { programme, ready } = await site.tab();
    await logInElsewhere(site.server, site.browser, "signup", OTHER);
    expect(await programme.submit(DRAFT)).toMatchObject({ codes: ["session-changed"] });
    expect(site.server.referrals).toEqual([]);
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
  });

  test("is not erased instead of this page's member", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", OTHER);
    await programme.submit(DRAFT);
    await logIn("signup", MEMBER);
    await logInElsewhere(site.server, site.browser, "login", OTHER);
    expect(await programme.erase()).toMatchObject({ codes: ["session-changed"] });
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
    expect(ready().referrals).toHaveLength(1);
  });

  test("does not show its list to this page's member", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", OTHER);
    await programme.submit(DRAFT);
    const record = { ...RECORD, referrerMobile: MEMBER };
    site.server.absorb(Array.from({ length: PAGE_SIZE + 1 }, (_, id) => ({ ...record, id })));
    await logIn("signup", MEMBER);
    await logInElsewhere(site.server, site.browser, "login", OTHER);
    expect(await programme.loadMore()).toMatchObject({
      notice: HOSTED_WORDS["session-changed"].notice,
    });
    expect(ready()).toMatchObject({ account: { user: { mobileNumber: OTHER } } });
  });
});

describe("A late answer with the session", () => {
  test("does not undo a login that came in between", async () => {
    const { ready, logIn } = await site.tab();
    const answer = holdTheAnswer({
      role: "guest",
      user: null,
      shown: null,
      confirmed: false,
      staff: null,
    });
    reconnect();
    await answer.asked();
    await logIn("signup", MEMBER);
    await answer.give();
    expect(ready()).toMatchObject({ account: { user: { mobileNumber: MEMBER } } });
    expect(ready().warning).toBeUndefined();
  });

  test("does not show a member again who has logged out, nor report an ended login", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    const user = { mobileNumber: MEMBER, name: "User2345" };
    const answer = holdTheAnswer({
      role: "member",
      user,
      shown: MEMBER,
      confirmed: false,
      staff: null,
    });
    reconnect();
    await answer.asked();
    await programme.logOut();
    await answer.give();
    expect(ready().account).toEqual({ role: "guest" });
    expect(ready().warning).toBeUndefined();
  });

  test("does not replace the answer to a later request", async () => {
    const { ready } = await site.tab();
    const answer = holdTheAnswer({
      role: "guest",
      user: null,
      shown: null,
      confirmed: false,
      staff: null,
    });
    reconnect();
    await answer.asked();
    await logInElsewhere(site.server, site.browser, "signup", MEMBER);
    reconnect();
    await vi.waitFor(() => expect(ready().account.role).toBe("member"));
    await answer.give();
    expect(ready().account.role).toBe("member");
  });
});

describe("Other tabs of this browser", () => {
  test("follow a login, a submission and an edit", async () => {
    const one = await site.tab();
    const other = await site.tab();
    await one.logIn("signup", MEMBER);
    await vi.waitFor(() => expect(other.ready().account.role).toBe("member"));
    await one.programme.submit(DRAFT);
    await vi.waitFor(() => expect(other.ready().referrals).toHaveLength(1));
    const [view] = one.ready().referrals;
    if (view) await one.hosted().actions.command(view, { kind: "withdraw", note: "" });
    await vi.waitFor(() => expect(other.ready().referrals[0]?.version).toBe(1));
  });
});

/** Holds back the next answer, which has this session, until the test releases it. */
function holdTheAnswer(view: SessionView) {
  const held = later<Response>();
  const instead = vi.fn<() => Promise<Response>>(() => {
    site.server.instead.delete("GET /session");
    return held.promise;
  });
  site.server.instead.set("GET /session", instead);
  return {
    asked: () => vi.waitFor(() => expect(instead).toHaveBeenCalled()),
    async give() {
      held.settle(Response.json(view));
      // Long enough for it to be read and shown.
      await new Promise((resolve) => setTimeout(resolve, 50));
    },
  };
}
