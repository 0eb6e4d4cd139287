/** Writes without an answer: they are done once, and the visitor learns the outcome. */
import { HOSTED_NOTICES } from "@bindings/hosted";
import { HOSTED_WORDS } from "@bindings/staff-words";
import { describe, expect, test, vi } from "vitest";
import { Client } from "@/api/client";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { DRAFT, MEMBER } from "@/testing/samples";
import { COORDINATOR } from "@/testing/server/fake-records";
import { FakeBrowser } from "@/testing/server/fake-server";
import { SECOND_FACTOR } from "@/testing/server/programme-server";
import { reconnect } from "./testing/open-hosted";
import { siteForEachTest } from "./testing/test-site";

const OTHER = "919840099999";
const UNKNOWN = HOSTED_WORDS["outcome-unknown"].notice;

const site = siteForEachTest();

/** A member with a referral, and the command to withdraw it. */
async function member(pauses?: readonly number[]) {
  const tab = await site.tab(pauses);
  await tab.logIn("signup", MEMBER);
  await tab.programme.submit(DRAFT);
  const [view] = tab.ready().referrals;
  if (!view) throw new Error("There is no referral.");
  const withdraw = (note = "") => tab.hosted().actions.command(view, { kind: "withdraw", note });
  return { ...tab, key: view.key, withdraw };
}

/** What the server has carried out. */
function commands() {
  return site.server.records.commands;
}

/** Restores the connection. */
function comeBack() {
  site.browser.hears = true;
  reconnect();
}

describe("A command", () => {
  test("whose answer is lost is sent again, and carried out once", async () => {
    const { ready, withdraw } = await member([0]);
    site.browser.lost = 1;
    expect(await withdraw()).toMatchObject({ outcome: "accepted" });
    expect(ready().warning).toBeUndefined();
    expect(commands()).toHaveLength(1);
  });

  test("without any answer is reported as unknown, and checked later", async () => {
    const { ready, hosted, withdraw } = await member();
    site.browser.hears = false;
    expect(await withdraw()).toMatchObject({
      outcome: "failed",
      code: "outcome-unknown",
      notice: UNKNOWN,
    });
    expect(UNKNOWN?.description).toMatch(/we do not know whether this was saved/);
    expect(ready().warning).toEqual(HOSTED_NOTICES.changeUnknown);
    comeBack();
    await vi.waitFor(() => expect(hosted().lateOutcome).toMatchObject({ variant: "default" }));
    expect(ready().warning).toBeUndefined();
    expect(commands()).toHaveLength(1);
    hosted().actions.dismissLateOutcome();
    expect(hosted().lateOutcome).toBeUndefined();
  });

  test("that is given again gets the answer to the first try", async () => {
    const { ready, withdraw } = await member();
    site.browser.hears = false;
    await withdraw();
    site.browser.hears = true;
    expect(await withdraw()).toMatchObject({ outcome: "accepted" });
    expect(ready().warning).toBeUndefined();
    expect(commands()).toHaveLength(1);
  });

  test("that was refused without the answer arriving is reported as refused", async () => {
    const { hosted, key, withdraw } = await member();
    site.server.records.changeElsewhere(key);
    site.browser.hears = false;
    expect(await withdraw()).toMatchObject({ code: "outcome-unknown" });
    comeBack();
    await vi.waitFor(() =>
      expect(hosted().lateOutcome?.description).toBe(HOSTED_WORDS["referral-stale"].hint),
    );
    expect(commands()).toEqual([]);
  });

  test("that an offline browser never sent is reported as not given", async () => {
    const { ready, withdraw } = await member();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(await withdraw()).toMatchObject({ code: "unavailable" });
    expect(ready().warning).toBeUndefined();
    expect(commands()).toEqual([]);
  });

  test("is forgotten when somebody else logs in", async () => {
    const { programme, ready, withdraw } = await member();
    site.browser.hears = false;
    await withdraw();
    site.browser.hears = true;
    await programme.logOut();
    expect(ready().warning).toBeUndefined();
  });

  test("of another browser is not reported here", async () => {
    const one = await member();
    site.browser.hears = false;
    await one.withdraw();
    site.browser = new FakeBrowser(site.server);
    const other = await site.tab();
    await other.logIn("login", MEMBER);
    expect(other.ready().warning).toBeUndefined();
  });
});

describe("An erasure", () => {
  test("without an answer ends with a logout", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.hears = false;
    expect(await programme.erase()).toMatchObject({ code: "outcome-unknown" });
    site.browser.hears = true;
    expect(await programme.erase()).toMatchObject({ outcome: "accepted" });
    expect(ready().account.role).toBe("guest");
  });

  test("that is confirmed late leaves nothing on the device", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    await programme.submit(DRAFT);
    sessionStorage.setItem("referralDraft", JSON.stringify(DRAFT));
    site.browser.online = true;
    site.browser.hears = false;
    expect(await programme.erase()).toMatchObject({ code: "outcome-unknown" });
    comeBack();
    await vi.waitFor(() => expect(ready().account.role).toBe("guest"));
    await vi.waitFor(() =>
      expect(JSON.stringify({ ...localStorage })).not.toContain(DRAFT.referredName),
    );
    expect(sessionStorage.getItem("referralDraft")).toBeNull();
  });
});

describe("One-time codes whose answer is lost", () => {
  for (const [mode, notice] of [
    ["signup", HOSTED_NOTICES.signedUp],
    ["login", HOSTED_NOTICES.loggedIn],
  ] as const) {
    test(`have logged in if there is a session (${mode})`, async () => {
      const { programme, ready, logIn } = await site.tab();
      await logIn("signup", MEMBER);
      const mobile = mode === "login" ? MEMBER : OTHER;
      await programme.logOut();
      await programme.requestCode(mobile);
      site.browser.lost = 1;
      const entered = await programme.logIn(mode, mobile, site.server.codeOf(mobile));
      expect(entered).toMatchObject({ value: { mobileNumber: mobile }, notice });
      expect(ready().account).toMatchObject({ user: { mobileNumber: mobile } });
    });
  }

  test("are reported as unknown without any answer, and checked later", async () => {
    const { programme, ready } = await site.tab();
    await programme.requestCode(MEMBER);
    site.browser.hears = false;
    expect(await programme.logIn("signup", MEMBER, site.server.codeOf(MEMBER))).toMatchObject({
      code: "outcome-unknown",
      notice: UNKNOWN,
    });
    comeBack();
    await vi.waitFor(() => expect(ready().account.role).toBe("member"));
  });

  test("have not logged in if there is no session, and the page does not say so", async () => {
    const { programme, ready } = await site.tab();
    await programme.requestCode(MEMBER);
    site.server.instead.set("POST /session", () => new Response("", { status: 502 }));
    expect(await programme.logIn("signup", MEMBER, site.server.codeOf(MEMBER))).toMatchObject({
      code: "outcome-unknown",
    });
    expect(ready().account.role).toBe("guest");
  });

  test("let an action that waits for the second factor continue if they were accepted", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", COORDINATOR);
    const exported = programme.export("json");
    await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
    site.browser.lost = 1;
    expect(await hosted().actions.confirm(SECOND_FACTOR)).toMatchObject({
      outcome: "accepted",
      notice: HOSTED_NOTICES.confirmed,
    });
    expect(await exported).toMatchObject({ outcome: "accepted" });
  });
});

test("an answer ends earlier writes to the same address, so that none undoes the last", async () => {
  let isLost = true;
  const notice = HOSTED_NOTICES.changeUnknown;
  const answer = () => Response.json({ outcome: "accepted", value: null, notice });
  const fetch = () => (isLost ? Promise.reject(new TypeError()) : Promise.resolve(answer()));
  const client = new Client({ fetch, pauses: [] });
  const change = (notify: string) => client.write("/settings", { method: "PUT", value: notify });
  expect(await change("sms")).toMatchObject({ code: "outcome-unknown" });
  expect(client.hasUnknownWrites).toBe(true);
  isLost = false;
  await change("none");
  expect(client.hasUnknownWrites).toBe(false);
});
