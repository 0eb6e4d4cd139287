/** Referrals without a connection: they wait, are sent once, and are never dropped. */
import { TROUBLES } from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted-words";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { DRAFT, MEMBER } from "@/programme/testing/acceptance";
import { problem } from "./testing/answers";
import type { FakeBrowser, FakeServer } from "./testing/fake-server";
import { freshSite, openTab } from "./testing/open-hosted";

const SUBMITS = "POST /referrals";
const OTHER = "919840099999";
/** Its last four digits are those of {@link MEMBER}: so is its display name. */
const NAMESAKE = "447700012345";

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

describe("Without a connection", () => {
  test("a complete referral is kept on the device, and the page says so", async () => {
    const { programme, hosted } = await tab();
    browser.online = false;
    expect(await programme.submit(DRAFT)).toMatchObject({
      outcome: "accepted",
      value: null,
      notice: HOSTED_NOTICES.savedForLater,
    });
    expect(hosted().waiting).toMatchObject([{ draft: DRAFT }]);
    expect(stored()).toMatchObject([{ draft: DRAFT, date: new Date().toLocaleDateString() }]);
  });

  test("a browser that knows it is offline asks nobody", async () => {
    const { programme, hosted } = await tab();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await programme.submit(DRAFT);
    expect(server.requests).not.toContain(SUBMITS);
    expect(hosted().waiting).toHaveLength(1);
  });

  test("an incomplete one is refused, for everything it lacks", async () => {
    const { programme, hosted } = await tab();
    browser.online = false;
    const outcome = await programme.submit({ ...DRAFT, referredName: "", service: "" });
    expect(outcome).toMatchObject({ codes: ["referred-name-missing", "service-missing"] });
    expect(hosted().waiting).toEqual([]);
  });

  test("a full storage is never called a success", async () => {
    const { programme } = await tab();
    browser.online = false;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    expect(await programme.submit(DRAFT)).toMatchObject({
      outcome: "failed",
      notice: TROUBLES["storage-failed"],
    });
  });

  test("other answers than none are not kept: the form still has the text", async () => {
    const { programme, hosted } = await tab();
    server.instead.set(SUBMITS, () => new Response("", { status: 502 }));
    expect(await programme.submit(DRAFT)).toMatchObject({ outcome: "failed" });
    expect(hosted().waiting).toEqual([]);
  });
});

describe("Trying the same form again", () => {
  test("sends the same key and day until it is known what came of it", async () => {
    const { programme } = await tab();
    const keys: (string | null)[] = [];
    server.instead.set(SUBMITS, () => new Response("", { status: 502 }));
    vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
      keys.push("made");
      return `00000000-0000-4000-8000-00000000000${keys.length}`;
    });
    await programme.submit(DRAFT);
    server.instead.clear();
    await programme.submit(DRAFT);
    expect(keys).toHaveLength(1);
    await programme.submit(DRAFT);
    expect(keys).toHaveLength(2);
    expect(server.referrals).toHaveLength(2);
  });

  test("an answer that is lost on the way back submits nothing twice", async () => {
    const { programme, hosted } = await tab();
    browser.hears = false;
    await programme.submit(DRAFT);
    browser.hears = true;
    expect(server.referrals).toHaveLength(1);
    expect(hosted().waiting).toHaveLength(1);
    await hosted().actions.sendWaiting();
    expect(hosted().waiting).toEqual([]);
    expect(server.referrals).toHaveLength(1);
  });
});

describe("With the connection back", () => {
  test("what waits is sent at once, in its order", async () => {
    const { programme, hosted } = await tab();
    browser.online = false;
    await programme.submit(DRAFT);
    await programme.submit({ ...DRAFT, referredName: "Chitra" });
    browser.online = true;
    window.dispatchEvent(new Event("online"));
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(server.referrals.map(({ referredName }) => referredName)).toEqual(["Chitra", "Binu"]);
    expect(localStorage.getItem(HOSTED_LIMITS.waitingKey)).toBeNull();
  });

  test("what waited when the page was closed is sent when it is opened", async () => {
    const first = await tab();
    browser.online = false;
    await first.programme.submit(DRAFT);
    closing.abort();
    closing = new AbortController();
    browser.online = true;
    const { hosted } = await tab();
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(server.referrals).toHaveLength(1);
  });

  test("two tabs send it once", async () => {
    const first = await tab();
    const second = await tab();
    browser.online = false;
    await first.programme.submit(DRAFT);
    await vi.waitFor(() => expect(second.hosted().waiting).toHaveLength(1));
    browser.online = true;
    await Promise.all([first, second].map(({ hosted }) => hosted().actions.sendWaiting()));
    await vi.waitFor(() => expect(second.hosted().waiting).toEqual([]));
    expect(server.requests.filter((asked) => asked === SUBMITS)).toHaveLength(1);
    expect(server.referrals).toHaveLength(1);
  });

  test("a tab that hears of it before it can read it shows it when it can", async () => {
    const { hosted } = await tab();
    const item = { key: "k".repeat(16), draft: DRAFT, date: "21/11/2026", at: 1 };
    localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([item]));
    expect(hosted().waiting).toEqual([]);
    window.dispatchEvent(new StorageEvent("storage", { key: HOSTED_LIMITS.waitingKey }));
    expect(hosted().waiting).toHaveLength(1);
  });

  test("while there is still none, it says so and keeps it", async () => {
    const { programme, hosted } = await tab();
    browser.online = false;
    await programme.submit(DRAFT);
    expect(await hosted().actions.sendWaiting()).toEqual(HOSTED_NOTICES.stillWaiting);
    expect(hosted().waiting).toHaveLength(1);
  });

  for (const [status, code] of [
    [429, "too-many-requests"],
    [503, "unavailable"],
  ] as const) {
    test(`a server that says ${status} is tried again later`, async () => {
      const { programme, hosted } = await tab();
      browser.online = false;
      await programme.submit(DRAFT);
      browser.online = true;
      server.instead.set(SUBMITS, () => problem(status, [code]));
      await hosted().actions.sendWaiting();
      expect(hosted().waiting).toMatchObject([{ draft: DRAFT }]);
      expect(hosted().waiting[0]).not.toHaveProperty("refused");
      server.instead.clear();
      expect(await hosted().actions.sendWaiting()).toEqual(HOSTED_NOTICES.sentAfterAll);
      expect(server.referrals).toHaveLength(1);
    });
  }
});

describe("What is refused later", () => {
  test("is shown with its reason, not sent again, and can be taken back", async () => {
    const { programme, hosted } = await tab();
    browser.online = false;
    await programme.submit(DRAFT);
    browser.online = true;
    server.instead.set(SUBMITS, () => problem(413, ["text-too-long"]));
    const notice = await hosted().actions.sendWaiting();
    expect(notice?.description).toContain("too long");
    expect(hosted().waiting).toMatchObject([{ draft: DRAFT, refused: notice }]);
    await hosted().actions.sendWaiting();
    expect(server.requests.filter((asked) => asked === SUBMITS)).toHaveLength(1);
    hosted().actions.forgetWaiting(hosted().waiting[0]?.key ?? "");
    expect(hosted().waiting).toEqual([]);
  });
});

describe("A member's referral", () => {
  test("waits for them where their login has ended, and goes under no other name", async () => {
    const { programme, hosted, enter } = await tab();
    await enter("signup", MEMBER);
    browser.online = false;
    await programme.submit(DRAFT);
    const by = { name: "User2345", mobileNumber: MEMBER };
    expect(hosted().waiting).toMatchObject([{ by }]);
    browser.online = true;
    server.endSessions();
    await hosted().actions.sendWaiting();
    expect(server.referrals).toEqual([]);

    await enter("signup", OTHER);
    await hosted().actions.sendWaiting();
    expect(server.referrals).toEqual([]);
    await programme.logout();

    await enter("login", MEMBER);
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(server.referrals).toMatchObject([{ referrerMobile: MEMBER, referrerName: "User2345" }]);
  });

  test("goes under no other number that has the same display name", async () => {
    const { programme, hosted, enter, ready } = await tab();
    await enter("signup", MEMBER);
    browser.online = false;
    await programme.submit(DRAFT);
    browser.online = true;
    server.endSessions();
    await enter("signup", NAMESAKE);
    expect(ready().account).toMatchObject({ user: { name: "User2345" } });
    await hosted().actions.sendWaiting();
    expect(server.requests).not.toContain(SUBMITS);
    await programme.erase();
    expect(hosted().waiting).toHaveLength(1);

    await enter("login", MEMBER);
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(server.referrals).toMatchObject([{ referrerMobile: MEMBER }]);
  });

  test("is not refused for good by the login of somebody else", async () => {
    const { programme, hosted, enter } = await tab();
    await enter("signup", MEMBER);
    browser.online = false;
    await programme.submit(DRAFT);
    browser.online = true;
    server.instead.set(SUBMITS, () => problem(409, ["session-changed"]));
    await hosted().actions.sendWaiting();
    server.instead.set(SUBMITS, () => problem(401, ["session-ended"]));
    await hosted().actions.sendWaiting();
    expect(hosted().waiting[0]).not.toHaveProperty("refused");
    server.instead.clear();
    await hosted().actions.sendWaiting();
    expect(server.referrals).toMatchObject([{ referrerMobile: MEMBER }]);
  });

  test("is erased with all that is theirs", async () => {
    const { programme, hosted, enter } = await tab();
    await enter("signup", MEMBER);
    browser.online = false;
    await programme.submit(DRAFT);
    browser.online = true;
    await programme.erase();
    expect(hosted().waiting).toEqual([]);
  });
});

test("a guest's referral stays a guest's, whoever is logged in when it is sent", async () => {
  const { programme, hosted, enter } = await tab();
  browser.online = false;
  await programme.submit({ ...DRAFT, referrerName: "Asha", referrerPhone: "97455" });
  browser.online = true;
  await enter("signup", OTHER);
  await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
  expect(server.referrals).toMatchObject([{ referrerName: "Asha", referrerMobile: "97455" }]);
});

describe("What was kept with a display name alone", () => {
  const item = { key: "k".repeat(16), draft: DRAFT, date: "21/11/2026", at: 1 };

  for (const by of ["User2345", { name: "User2345" }]) {
    test(`is sent for nobody, and says why (${JSON.stringify(by)})`, async () => {
      localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([{ ...item, by }]));
      const { hosted, enter } = await tab();
      await enter("signup", MEMBER);
      await hosted().actions.sendWaiting();
      expect(server.requests).not.toContain(SUBMITS);
      const refused = HOSTED_NOTICES.ownerUnknown;
      const waiting = { key: item.key, draft: DRAFT, by: { name: "User2345" }, refused };
      expect(hosted().waiting).toEqual([waiting]);
    });
  }

  test("stays what it was through a change beside it, and can be taken back", async () => {
    const old = { ...item, by: "User2345" };
    localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([old]));
    const { programme, hosted } = await tab();
    browser.online = false;
    await programme.submit({ ...DRAFT, referredName: "Chitra" });
    browser.online = true;
    await hosted().actions.sendWaiting();
    expect(hosted().waiting).toMatchObject([{ refused: HOSTED_NOTICES.ownerUnknown }]);
    hosted().actions.forgetWaiting(item.key);
    expect(stored()).toEqual([]);
  });

  test("keeps the reason for which it was refused before", async () => {
    const refused = HOSTED_NOTICES.stillWaiting;
    const old = { ...item, by: "User2345", refused };
    localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify([old]));
    const { hosted } = await tab();
    expect(hosted().waiting).toMatchObject([{ refused }]);
  });
});

test("an owner that is none is neither sent nor removed", async () => {
  const item = { key: "k".repeat(16), draft: DRAFT, date: "21/11/2026", at: 1 };
  const owners = [5, null, {}, { name: 5 }, { name: "User2345", mobileNumber: 5 }, []];
  const foreign = owners.map((by) => ({ ...item, by }));
  localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(foreign));
  const { hosted, enter } = await tab();
  await enter("signup", MEMBER);
  await hosted().actions.sendWaiting();
  expect(hosted().waiting).toEqual([]);
  expect(server.requests).not.toContain(SUBMITS);
  expect(stored()).toEqual(foreign);
});

test("what another program has stored there is neither sent nor removed", async () => {
  const foreign = [{ key: 5 }, "text"];
  localStorage.setItem(HOSTED_LIMITS.waitingKey, JSON.stringify(foreign));
  const { programme, hosted } = await tab();
  browser.online = false;
  await programme.submit(DRAFT);
  browser.online = true;
  await hosted().actions.sendWaiting();
  expect(server.referrals).toHaveLength(1);
  expect(stored()).toEqual(foreign);
});

function tab() {
  return openTab(server, browser, closing.signal);
}

function stored() {
  return JSON.parse(localStorage.getItem(HOSTED_LIMITS.waitingKey) ?? "[]");
}
