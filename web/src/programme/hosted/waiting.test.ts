/** Referrals without a connection: they wait, are sent once, and are never lost. */
import { BROWSER_FAILURES } from "@bindings";
import { HOSTED_LIMITS, HOSTED_NOTICES } from "@bindings/hosted";
import { describe, expect, test, vi } from "vitest";
import { later, skipDelay } from "@/testing/later";
import { DRAFT, MEMBER } from "@/testing/samples";
import { problem } from "@/testing/server/answers";
import { reconnect } from "./testing/open-hosted";
import { siteForEachTest } from "./testing/test-site";

const SUBMITS = "POST /referrals";

const site = siteForEachTest();

describe("Without a connection", () => {
  test("a complete referral is kept on the device, and the page says so", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    expect(await programme.submit(DRAFT)).toMatchObject({
      outcome: "accepted",
      value: null,
      notice: HOSTED_NOTICES.savedForLater,
    });
    expect(hosted().waiting).toMatchObject([{ draft: DRAFT }]);
    const [[, text = ""] = []] = site.stored();
    expect(JSON.parse(text)).toMatchObject({ draft: DRAFT });
  });

  test("a referral for a service that an owner has added waits too", async () => {
    const services = [{ value: "drone-survey", label: "Drone survey" }];
    const guest = { role: "guest", user: null, shown: null, confirmed: false, staff: null };
    site.server.instead.set("GET /session", () => Response.json({ ...guest, services }));
    const { programme, hosted } = await site.tab();
    expect(hosted().services).toEqual(services);
    site.browser.online = false;
    const draft = { ...DRAFT, service: "drone-survey" };
    expect(await programme.submit(draft)).toMatchObject({ outcome: "accepted" });
    expect(hosted().waiting).toMatchObject([{ draft }]);
    const unknown = await programme.submit({ ...DRAFT, service: "magic" });
    expect(unknown).toMatchObject({ codes: ["service-unknown"] });
  });

  test("a list of services that is older than the server's is fetched again", async () => {
    const { programme, hosted } = await site.tab();
    site.server.instead.set(SUBMITS, () => problem(422, ["service-not-offered"]));
    const services = [{ value: "others", label: "Others" }];
    const guest = { role: "guest", user: null, shown: null, confirmed: false, staff: null };
    site.server.instead.set("GET /session", () => Response.json({ ...guest, services }));
    expect(await programme.submit(DRAFT)).toMatchObject({ codes: ["service-not-offered"] });
    await vi.waitFor(() => expect(hosted().services).toEqual(services));
  });

  test("a browser that knows it is offline sends no request", async () => {
    const { programme, hosted } = await site.tab();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    await programme.submit(DRAFT);
    expect(site.server.of(SUBMITS)).toEqual([]);
    expect(hosted().waiting).toHaveLength(1);
  });

  test("an incomplete one is refused, with everything that is missing", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    const outcome = await programme.submit({ ...DRAFT, referredName: "", service: "" });
    expect(outcome).toMatchObject({ codes: ["referred-name-missing", "service-missing"] });
    expect(hosted().waiting).toEqual([]);
  });

  test("a full storage is never reported as a success", async () => {
    const { programme } = await site.tab();
    site.browser.online = false;
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
      throw new DOMException("", "QuotaExceededError");
    });
    expect(await programme.submit(DRAFT)).toMatchObject({
      outcome: "failed",
      notice: BROWSER_FAILURES["storage-failed"],
    });
  });

  test("a referral that got an answer is not kept: the form still has the text", async () => {
    const { programme, hosted } = await site.tab();
    site.server.instead.set(SUBMITS, () => new Response("", { status: 502 }));
    expect(await programme.submit(DRAFT)).toMatchObject({ outcome: "failed" });
    expect(hosted().waiting).toEqual([]);
  });
});

describe("Trying the same form again", () => {
  test("sends the same key until the outcome is known", async () => {
    const { programme } = await site.tab();
    const keys: (string | null)[] = [];
    site.server.instead.set(SUBMITS, () => new Response("", { status: 502 }));
    vi.spyOn(crypto, "randomUUID").mockImplementation(() => {
      keys.push("made");
      return `00000000-0000-4000-8000-00000000000${keys.length}`;
    });
    await programme.submit(DRAFT);
    site.server.instead.clear();
    await programme.submit(DRAFT);
    expect(keys).toHaveLength(1);
    await programme.submit(DRAFT);
    expect(keys).toHaveLength(2);
    expect(site.server.referrals).toHaveLength(2);
  });

  test("a lost answer does not submit the referral twice", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.hears = false;
    await programme.submit(DRAFT);
    site.browser.hears = true;
    expect(site.server.referrals).toHaveLength(1);
    expect(hosted().waiting).toHaveLength(1);
    await hosted().actions.sendWaiting();
    expect(hosted().waiting).toEqual([]);
    expect(site.server.referrals).toHaveLength(1);
  });
});

describe("With the connection back", () => {
  test("waiting referrals are sent at once, in order", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    await programme.submit(DRAFT);
    await programme.submit({ ...DRAFT, referredName: "Chitra" });
    site.browser.online = true;
    reconnect();
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals.map(({ referredName }) => referredName)).toEqual([
      "Chitra",
      "Binu",
    ]);
    expect(site.stored()).toEqual([]);
  });

  test("a referral that was waiting when the page was closed is sent when it is opened", async () => {
    const first = await site.tab();
    site.browser.online = false;
    await first.programme.submit(DRAFT);
    site.closeTabs();
    site.browser.online = true;
    const { hosted } = await site.tab();
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals).toHaveLength(1);
  });

  test("a referral that is sent while the list is fetched is in it", async () => {
    const first = await site.tab();
    await first.logIn("signup", MEMBER);
    site.browser.online = false;
    await first.programme.submit(DRAFT);
    site.closeTabs();
    site.browser.online = true;
    const late = later<Response>();
    site.server.instead.set("GET /referrals", () => {
      site.server.instead.clear();
      return late.promise;
    });
    const opening = site.tab();
    await vi.waitFor(() => expect(site.server.referrals).toHaveLength(1));
    // The server had read it before.
    const totals = { all: 0, pending: 0, successful: 0, points: 0 };
    late.settle(Response.json({ referrals: [], totals, next: null }));
    const { ready } = await opening;
    await vi.waitFor(() => expect(ready().referrals).toHaveLength(1));
  });

  test("a referral is tried again after half a minute, although the browser noticed nothing", async () => {
    skipDelay(30_000);
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    await vi.waitFor(() => expect(hosted().waiting).toEqual([]));
    expect(site.server.referrals).toHaveLength(1);
  });

  test("two tabs send a referral once", async () => {
    const first = await site.tab();
    const second = await site.tab();
    site.browser.online = false;
    await first.programme.submit(DRAFT);
    await vi.waitFor(() => expect(second.hosted().waiting).toHaveLength(1));
    site.browser.online = true;
    await Promise.all([first, second].map(({ hosted }) => hosted().actions.sendWaiting()));
    await vi.waitFor(() => expect(second.hosted().waiting).toEqual([]));
    expect(site.server.of(SUBMITS)).toHaveLength(1);
    expect(site.server.referrals).toHaveLength(1);
  });

  test("a tab that is told of a referral before it can read the storage shows it when it can", async () => {
    const { hosted } = await site.tab();
    const item = { key: "k".repeat(16), draft: DRAFT, at: 1 };
    const key = `${HOSTED_LIMITS.waitingKey} ${item.key}`;
    localStorage.setItem(key, JSON.stringify(item));
    expect(hosted().waiting).toEqual([]);
    window.dispatchEvent(new StorageEvent("storage", { key }));
    expect(hosted().waiting).toHaveLength(1);
  });

  test("the page says so if there is still no connection, and keeps the referral", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    await programme.submit(DRAFT);
    expect(await hosted().actions.sendWaiting()).toEqual(HOSTED_NOTICES.stillWaiting);
    expect(hosted().waiting).toHaveLength(1);
  });

  for (const [status, code] of [
    [429, "too-many-requests"],
    [503, "unavailable"],
  ] as const) {
    test(`a referral is sent again later after status ${status}`, async () => {
      const { programme, hosted } = await site.tab();
      site.browser.online = false;
      await programme.submit(DRAFT);
      site.browser.online = true;
      site.server.instead.set(SUBMITS, () => problem(status, [code]));
      await hosted().actions.sendWaiting();
      expect(hosted().waiting).toMatchObject([{ draft: DRAFT }]);
      expect(hosted().waiting[0]).not.toHaveProperty("refused");
      site.server.instead.clear();
      expect(await hosted().actions.sendWaiting()).toEqual(HOSTED_NOTICES.sentAfterAll);
      expect(site.server.referrals).toHaveLength(1);
    });
  }
});

describe("A referral that is refused later", () => {
  test("is shown with its reason, not sent again, and can be taken back", async () => {
    const { programme, hosted } = await site.tab();
    site.browser.online = false;
    await programme.submit(DRAFT);
    site.browser.online = true;
    site.server.instead.set(SUBMITS, () => problem(413, ["text-too-long"]));
    const notice = await hosted().actions.sendWaiting();
    expect(notice?.description).toContain("too long");
    expect(hosted().waiting).toMatchObject([{ draft: DRAFT, refused: notice }]);
    await hosted().actions.sendWaiting();
    expect(site.server.of(SUBMITS)).toHaveLength(1);
    hosted().actions.forgetWaiting(hosted().waiting[0]?.key ?? "");
    expect(hosted().waiting).toEqual([]);
  });
});
