import { HOSTED_NOTICES, HOSTED_WORDS } from "@bindings/hosted-words";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DRAFT, MEMBER } from "@/programme/testing/acceptance";
import type { Refused } from "@/programme/programme";
import { later } from "@/testing/later";
import { HostedProgramme } from "./hosted-programme";
import { problem } from "./testing/answers";
import { ADMIN } from "./testing/fake-records";
import type { FakeServer } from "./testing/fake-server";
import { FakeBrowser, SECOND_FACTOR } from "./testing/fake-server";
import { enterUnheard, freshSite, openTab } from "./testing/open-hosted";

const OTHER = "919840099999";
const ENDED = HOSTED_WORDS["session-ended"].notice;

let closing: AbortController;
let server: FakeServer;
let browser: FakeBrowser;

beforeEach(async () => {
  closing = new AbortController();
  ({ server, browser } = await freshSite());
});
afterEach(() => {
  closing.abort();
  vi.restoreAllMocks();
});

describe("Opening", () => {
  test("a server that does not answer makes the page unavailable, until it does", async () => {
    browser.online = false;
    const programme = new HostedProgramme({ fetch: browser.fetch, until: closing.signal });
    programme.open();
    const notice = HOSTED_WORDS.unavailable.notice;
    await vi.waitFor(() => expect(programme.state()).toEqual({ phase: "unavailable", notice }));
    browser.online = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(programme.state().phase).toBe("ready"));
  });
});

describe("Codes", () => {
  test("without one having been sent, none is right", async () => {
    const { programme } = await tab();
    const outcome = await programme.enter("login", MEMBER, "123456");
    expect(outcome).toMatchObject({ codes: ["code-expired"], errors: [{ field: "code" }] });
  });

  test("the last of several is the one to enter", async () => {
    const { programme } = await tab();
    await programme.requestCode(MEMBER);
    const first = server.codeOf(MEMBER);
    await programme.requestCode(MEMBER);
    expect(await programme.enter("signup", MEMBER, first)).toMatchObject({ codes: ["wrong-code"] });
    expect(await programme.enter("signup", MEMBER, server.codeOf(MEMBER))).toMatchObject({
      outcome: "accepted",
    });
  });
});

describe("The second factor", () => {
  test("stands before every change, and is given once", async () => {
    const { programme, ready, hosted, enter } = await tab();
    await programme.submit(DRAFT);
    await enter("login", ADMIN);
    expect(hosted().confirmed).toBe(false);
    expect(ready().referrals).toEqual([]);
    expect(await programme.export("json")).toMatchObject({ codes: ["second-factor-missing"] });
    expect(await hosted().actions.confirm("000000")).toMatchObject({
      codes: ["second-factor-wrong"],
      errors: [{ field: "code" }],
    });
    expect(await hosted().actions.confirm(SECOND_FACTOR)).toMatchObject({ outcome: "accepted" });
    expect(hosted().confirmed).toBe(true);
    const [view] = ready().referrals;
    expect(await programme.award(view?.key ?? "", "25", view?.version)).toMatchObject({
      outcome: "accepted",
    });
  });

  test("is asked for again when an action says that it is missing", async () => {
    const { programme, hosted, enterAdmin } = await tab();
    await enterAdmin();
    server.instead.set("GET /export", () => problem(403, ["second-factor-missing"]));
    expect(await programme.export("json")).toMatchObject({ outcome: "refused" });
    expect(hosted().confirmed).toBe(false);
  });
});

describe("Several editors", () => {
  test("the second is told what the first has done, and can save on top of it", async () => {
    const one = await tab();
    await one.programme.submit(DRAFT);
    await one.enterAdmin();
    browser = new FakeBrowser(server);
    const other = await tab();
    await other.enterAdmin();
    const [seen] = other.ready().referrals;
    const key = seen?.key ?? "";
    await one.programme.award(key, "25", seen?.version);

    const refused = (await other.programme.award(key, "10", seen?.version)) as Refused;
    expect(refused).toMatchObject({
      codes: ["referral-stale"],
      change: { by: "User0000", points: 25, status: "Successful" },
      current: { referral: { points: 25 } },
    });
    expect(other.ready().referrals[0]).toEqual(refused.current);
    expect(await other.programme.award(key, "10", refused.current?.version)).toMatchObject({
      outcome: "accepted",
    });
    expect(server.referrals[0]?.points).toBe(10);
  });
});

describe("A login that has ended", () => {
  test("is told by the first action, and leaves a guest", async () => {
    const { programme, ready, enter } = await tab();
    await enter("signup", MEMBER);
    server.endSessions();
    expect(await programme.erase()).toMatchObject({
      outcome: "refused",
      notice: ENDED,
    });
    expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
  });

  test("does not turn a member's referral into a guest's", async () => {
    const { programme, ready, enter } = await tab();
    await enter("signup", MEMBER);
    server.endSessions();
    expect(await programme.submit(DRAFT)).toMatchObject({ notice: ENDED });
    expect(ready().account.role).toBe("guest");
    expect(server.referrals).toEqual([]);
  });

  test("is said when the page finds out by itself, until somebody logs in", async () => {
    const { ready, enter } = await tab();
    await enter("signup", MEMBER);
    server.endSessions();
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(ready().warning).toEqual(ENDED));
    expect(ready()).toMatchObject({ account: { role: "guest" }, referrals: [] });
    await enter("login", MEMBER);
    expect(ready().warning).toBeUndefined();
  });

  test("is no news where another tab has logged out", async () => {
    const one = await tab();
    const other = await tab();
    await one.enter("signup", MEMBER);
    await vi.waitFor(() => expect(other.ready().account.role).toBe("member"));
    await one.programme.logout();
    await vi.waitFor(() => expect(other.ready().account.role).toBe("guest"));
    expect(one.ready().warning).toBeUndefined();
    expect(other.ready().warning).toBeUndefined();
  });

  test("does not log out everywhere: that is said, and not done", async () => {
    const { hosted, ready, enter } = await tab();
    await enter("signup", MEMBER);
    server.endSessions();
    expect(await hosted().actions.logoutEverywhere()).toMatchObject({ notice: ENDED });
    expect(ready().account.role).toBe("guest");
  });

  test("is ended everywhere, and in this browser's other tabs", async () => {
    const one = await tab();
    const other = await tab();
    await one.enter("signup", MEMBER);
    await vi.waitFor(() => expect(other.ready().account.role).toBe("member"));
    expect(await one.hosted().actions.logoutEverywhere()).toBeUndefined();
    await vi.waitFor(() => expect(other.ready().account.role).toBe("guest"));
  });
});

describe("Somebody else's login, which this page does not show", () => {
  test("gets no referral of the member who is shown", async () => {
    const { programme, ready, enter } = await tab();
    await enter("signup", MEMBER);
    await enterUnheard(server, browser, "signup", OTHER);
    expect(await programme.submit(DRAFT)).toMatchObject({
      codes: ["session-changed"],
      notice: HOSTED_WORDS["session-changed"].notice,
    });
    expect(server.referrals).toEqual([]);
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
    expect(await programme.submit(DRAFT)).toMatchObject({ outcome: "accepted" });
    expect(server.referrals).toMatchObject([{ referrerMobile: OTHER }]);
  });

  test("gets no referral of a guest", async () => {
    const { programme, ready } = await tab();
    await enterUnheard(server, browser, "signup", OTHER);
    expect(await programme.submit(DRAFT)).toMatchObject({ codes: ["session-changed"] });
    expect(server.referrals).toEqual([]);
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
  });

  test("is not erased in place of the one who is shown", async () => {
    const { programme, ready, enter } = await tab();
    await enter("signup", OTHER);
    await programme.submit(DRAFT);
    await enter("signup", MEMBER);
    await enterUnheard(server, browser, "login", OTHER);
    expect(await programme.erase()).toMatchObject({ codes: ["session-changed"] });
    expect(ready().account).toMatchObject({ user: { mobileNumber: OTHER } });
    expect(ready().referrals).toHaveLength(1);
  });

  test("does not lend its list to the one who is shown", async () => {
    const { programme, ready, hosted, enter } = await tab();
    await enter("signup", OTHER);
    await programme.submit(DRAFT);
    await enter("signup", MEMBER);
    await enterUnheard(server, browser, "login", OTHER);
    expect(await hosted().actions.find({ sort: "oldest" })).toMatchObject({
      notice: HOSTED_WORDS["session-changed"].notice,
    });
    expect(ready()).toMatchObject({ account: { user: { mobileNumber: OTHER } } });
  });
});

describe("Other tabs of this browser", () => {
  test("follow a login, a submission and an edit", async () => {
    const one = await tab();
    const other = await tab();
    await one.enterAdmin();
    await vi.waitFor(() => expect(other.hosted().confirmed).toBe(true));
    await one.programme.submit(DRAFT);
    await vi.waitFor(() => expect(other.ready().referrals).toHaveLength(1));
    const [view] = one.ready().referrals;
    await one.programme.award(view?.key ?? "", "25", view?.version);
    await vi.waitFor(() => expect(other.ready().totals.points).toBe(25));
  });
});

describe("A list that is looked through", () => {
  test("shows what was found, and the whole list's totals", async () => {
    const { programme, ready, hosted, enterAdmin } = await tab();
    await programme.submit(DRAFT);
    await programme.submit({ ...DRAFT, referredName: "Chitra", service: "others" });
    await enterAdmin();
    await hosted().actions.find({ search: "chi", status: "" });
    expect(ready().referrals).toMatchObject([{ referral: { referredName: "Chitra" } }]);
    expect(ready().totals.all).toBe(2);
    await hosted().actions.find({ search: "nobody" });
    expect(ready().referrals).toEqual([]);
    await hosted().actions.find({});
    expect(ready().referrals).toHaveLength(2);
  });

  test("that is asked for with a login that has ended is no empty list", async () => {
    const { programme, ready, hosted, enterAdmin } = await tab();
    await programme.submit(DRAFT);
    await enterAdmin();
    server.endSessions();
    expect(await hosted().actions.find({ sort: "oldest" })).toMatchObject({
      notice: ENDED,
    });
    expect(ready().account.role).toBe("guest");
  });

  test("an answer that was overtaken by the next question is let go", async () => {
    const { programme, ready, hosted, enterAdmin } = await tab();
    await programme.submit(DRAFT);
    await programme.submit({ ...DRAFT, referredName: "Chitra" });
    await enterAdmin();
    const late = later<Response>();
    server.instead.set("GET /referrals", () => {
      server.instead.clear();
      return late.promise;
    });
    const first = hosted().actions.find({ search: "nobody" });
    await hosted().actions.find({ search: "chi" });
    late.settle(Response.json({ referrals: [], totals: ready().totals, next: null }));
    await first;
    expect(hosted().find).toEqual({ search: "chi" });
    expect(ready().referrals).toHaveLength(1);
  });

  test("says when it may be out of date, and when it is not any more", async () => {
    const { ready, enter } = await tab();
    await enter("signup", MEMBER);
    browser.online = false;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(ready().warning).toEqual(HOSTED_NOTICES.outOfDate));
    browser.online = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(ready().warning).toBeUndefined());
  });
});

describe("Answers in no form that is known", () => {
  const PAGES = [
    [200, "<!doctype html>", "unavailable"],
    [502, "<!doctype html>", "unavailable"],
  ] as const;
  for (const [status, text, trouble] of PAGES) {
    test(`a page with status ${status} is trouble, and no success`, async () => {
      const { programme } = await tab();
      server.instead.set("POST /codes", () => new Response(text, { status }));
      expect(await programme.requestCode(MEMBER)).toMatchObject({ outcome: "failed", trouble });
    });
  }

  test("a status alone has words, too", async () => {
    const { programme } = await tab();
    server.instead.set("POST /codes", () => new Response("slow down", { status: 429 }));
    expect(await programme.requestCode(MEMBER)).toMatchObject({ codes: ["too-many-requests"] });
  });
});

function tab() {
  return openTab(server, browser, closing.signal);
}
