/** Writes without an answer: they are done once, and the visitor learns the outcome. */
import { HOSTED_NOTICES, HOSTED_WORDS } from "@bindings/hosted";
import { describe, expect, test, vi } from "vitest";
import { Client } from "@/api/client";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { DRAFT, MEMBER } from "@/testing/samples";
import { ADMIN } from "./testing/fake-records";
import { FakeBrowser, SECOND_FACTOR } from "./testing/fake-server";
import { reconnect } from "./testing/open-hosted";
import { siteForEachTest } from "./testing/test-site";

const OTHER = "919840099999";
const UNKNOWN = HOSTED_WORDS["outcome-unknown"].notice;

const site = siteForEachTest();

/** An admin with a referral. */
async function admin(pauses?: readonly number[]) {
  const tab = await site.tab(pauses);
  await tab.programme.submit(DRAFT);
  await tab.logInAsAdmin();
  const [view] = tab.ready().referrals;
  return { ...tab, key: view?.key ?? "", version: view?.version ?? 0 };
}

/** An admin with an export of everything, on a server that has lost its records. */
async function adminWithCopy(pauses?: readonly number[]) {
  const tab = await admin(pauses);
  const copy = await tab.programme.export("json");
  if (copy.outcome !== "accepted") throw new Error("There is no copy.");
  site.server.records.forgetAll();
  return { ...tab, importCopy: () => tab.programme.import(copy.value) };
}

function points() {
  return site.server.referrals[0]?.points;
}

/** Restores the connection. */
function comeBack() {
  site.browser.hears = true;
  reconnect();
}

describe("Points", () => {
  test("whose answer is lost are sent again, and saved once", async () => {
    const { programme, ready, key, version } = await admin([0]);
    site.browser.lost = 1;
    expect(await programme.savePoints(key, "25", version)).toMatchObject({
      outcome: "accepted",
      value: { points: 25 },
    });
    expect(ready().warning).toBeUndefined();
    expect(site.server.records.changesOf(key)).toHaveLength(2);
  });

  test("without any answer are reported as unknown, and checked later", async () => {
    const { programme, ready, hosted, key, version } = await admin();
    site.browser.hears = false;
    expect(await programme.savePoints(key, "25", version)).toMatchObject({
      outcome: "failed",
      code: "outcome-unknown",
      notice: UNKNOWN,
    });
    expect(UNKNOWN?.description).toMatch(/we do not know whether this was saved/);
    expect(ready().warning).toEqual(HOSTED_NOTICES.outcomeUnknown);
    comeBack();
    await vi.waitFor(() => expect(hosted().lateOutcome).toMatchObject({ variant: "default" }));
    expect(ready().referrals[0]?.referral.points).toBe(25);
    expect(ready().warning).toBeUndefined();
    expect(site.server.records.changesOf(key)).toHaveLength(2);
    hosted().actions.dismissLateOutcome();
    expect(hosted().lateOutcome).toBeUndefined();
  });

  test("that follow one's own save without an answer are not refused", async () => {
    const { programme, key, version } = await admin();
    site.browser.hears = false;
    await programme.savePoints(key, "25", version);
    site.browser.hears = true;
    expect(await programme.savePoints(key, "30", version)).toMatchObject({ outcome: "accepted" });
    expect(points()).toBe(30);
  });

  test("that were typed before one's own save was confirmed are not refused either", async () => {
    const { programme, ready, key, version } = await admin();
    site.browser.hears = false;
    await programme.savePoints(key, "25", version);
    comeBack();
    await vi.waitFor(() => expect(ready().referrals[0]?.referral.points).toBe(25));
    expect(await programme.savePoints(key, "30", version)).toMatchObject({ outcome: "accepted" });
  });

  test("that somebody else has changed since are not overwritten", async () => {
    const { programme, key, version } = await admin();
    site.browser.hears = false;
    await programme.savePoints(key, "25", version);
    site.server.records.awardElsewhere("40");
    site.browser.hears = true;
    expect(await programme.savePoints(key, "30", version)).toMatchObject({
      codes: ["referral-stale"],
    });
    expect(points()).toBe(40);
  });

  test("that were refused without the answer arriving are reported as refused", async () => {
    const { programme, hosted, key, version } = await admin();
    site.server.records.awardElsewhere("40");
    site.browser.hears = false;
    expect(await programme.savePoints(key, "25", version)).toMatchObject({
      code: "outcome-unknown",
    });
    comeBack();
    await vi.waitFor(() =>
      expect(hosted().lateOutcome?.description).toBe(HOSTED_WORDS["referral-stale"].hint),
    );
    expect(points()).toBe(40);
  });

  test("that an offline browser never sent are reported as not saved", async () => {
    const { programme, ready, key, version } = await admin();
    vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    expect(await programme.savePoints(key, "25", version)).toMatchObject({
      code: "unavailable",
    });
    expect(ready().warning).toBeUndefined();
    expect(points()).toBe(0);
  });

  test("are forgotten when somebody else logs in", async () => {
    const { programme, ready, key, version } = await admin();
    site.browser.hears = false;
    await programme.savePoints(key, "25", version);
    site.browser.hears = true;
    await programme.logOut();
    expect(ready().warning).toBeUndefined();
  });
});

describe("Other writes", () => {
  test("an import that is sent again reports what the first attempt imported", async () => {
    const { importCopy } = await adminWithCopy();
    site.browser.hears = false;
    expect(await importCopy()).toMatchObject({ notice: UNKNOWN });
    site.browser.hears = true;
    expect(await importCopy()).toMatchObject({ outcome: "accepted", value: { new: 1, same: 0 } });
  });

  test("an import that waits for the second factor in between keeps its key", async () => {
    const { hosted, importCopy } = await adminWithCopy();
    site.browser.hears = false;
    expect(await importCopy()).toMatchObject({ notice: UNKNOWN });
    site.server.ageConfirmations();
    site.browser.hears = true;
    const again = importCopy();
    await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
    await hosted().actions.confirm(SECOND_FACTOR);
    expect(await again).toMatchObject({ outcome: "accepted", value: { new: 1, same: 0 } });
  });

  test("an import whose retry needs the second factor is not reported as failed", async () => {
    const { ready, hosted, importCopy } = await adminWithCopy([300]);
    site.browser.lost = 1;
    const first = importCopy();
    await vi.waitFor(() => expect(site.server.requests).toContain("POST /import"));
    site.server.ageConfirmations();
    expect(await first).toMatchObject({ notice: UNKNOWN });
    expect(ready().warning).toEqual(HOSTED_NOTICES.outcomeUnknown);
    const again = importCopy();
    await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
    await hosted().actions.confirm(SECOND_FACTOR);
    expect(await again).toMatchObject({ value: { new: 1, same: 0 } });
  });

  test("an erasure of one's own data without an answer ends with a logout", async () => {
    const { programme, ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.hears = false;
    expect(await programme.erase()).toMatchObject({ code: "outcome-unknown" });
    site.browser.hears = true;
    expect(await programme.erase()).toMatchObject({ outcome: "accepted" });
    expect(ready().account.role).toBe("guest");
  });

  test("an erasure of one's own data that is confirmed late leaves nothing on the device", async () => {
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

  test("writes of another browser are not reported here", async () => {
    const one = await admin();
    site.browser.hears = false;
    await one.programme.savePoints(one.key, "25", one.version);
    site.browser = new FakeBrowser(site.server);
    const other = await site.tab();
    await other.logInAsAdmin();
    expect(other.ready().warning).toBeUndefined();
    expect(other.ready().referrals[0]?.referral.points).toBe(25);
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

  test("have confirmed the admin if the session says so", async () => {
    const { programme, ready, hosted, logIn } = await site.tab();
    await programme.submit(DRAFT);
    await logIn("login", ADMIN);
    site.browser.lost = 1;
    expect(await hosted().actions.confirm(SECOND_FACTOR)).toMatchObject({
      outcome: "accepted",
      notice: HOSTED_NOTICES.confirmed,
    });
    expect(hosted().confirmed).toBe(true);
    expect(ready().referrals).toHaveLength(1);
  });

  test("let an action that waits for the second factor continue if they were accepted", async () => {
    const { programme, hosted } = await admin();
    site.server.ageConfirmations();
    const exported = programme.export("json");
    await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
    site.browser.lost = 1;
    const { confirm } = hosted().actions;
    expect(await confirm(SECOND_FACTOR)).toMatchObject({ code: "outcome-unknown" });
    expect(await exported).toMatchObject({ outcome: "accepted" });
  });
});

test("an answer ends earlier writes to the same address, so that none undoes the last", async () => {
  let isLost = true;
  const notice = HOSTED_NOTICES.outcomeUnknown;
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
