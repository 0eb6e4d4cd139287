/** The hosted programme with a fake server. */
import type { Notice } from "@bindings";
import { HOSTED_NOTICES } from "@bindings/hosted";
import { HOSTED_WORDS } from "@bindings/staff-words";
import { describe, expect, test, vi } from "vitest";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { DRAFT, MEMBER, RECORD } from "@/testing/samples";
import type { Refused } from "@/outcome";
import { PAGE_SIZE } from "@/programme/programme";
import { later } from "@/testing/later";
import { HostedProgramme } from "./hosted-programme";
import { problem } from "@/testing/server/answers";
import { COORDINATOR } from "@/testing/server/fake-records";
import { SECOND_FACTOR } from "@/testing/server/programme-server";
import { reconnect } from "./testing/open-hosted";
import { siteForEachTest } from "./testing/test-site";

const ENDED = HOSTED_WORDS["session-ended"].notice;

const site = siteForEachTest();

describe("Opening", () => {
  test("the page is unavailable until the server answers", async () => {
    site.browser.online = false;
    const programme = new HostedProgramme({
      fetch: site.browser.fetch,
      signal: site.signal(),
      pauses: [],
    });
    programme.open();
    const notice = HOSTED_WORDS.unavailable.notice;
    const unavailable = { phase: "unavailable", notice, tryAgain: expect.any(Function) };
    await vi.waitFor(() => expect(programme.state.get()).toEqual(unavailable));
    site.browser.online = true;
    reconnect();
    await vi.waitFor(() => expect(programme.state.get().phase).toBe("ready"));
  });
});

describe("An empty answer", () => {
  test("instead of a session is a failure, until the visitor tries again", async () => {
    site.server.instead.set("GET /session", () => new Response("", { status: 200 }));
    const programme = new HostedProgramme({
      fetch: site.browser.fetch,
      signal: site.signal(),
      pauses: [],
    });
    programme.open();
    await vi.waitFor(() => expect(programme.state.get()).toHaveProperty("tryAgain"));
    site.server.instead.clear();
    const state = programme.state.get();
    if (state.phase === "unavailable") state.tryAgain?.();
    await vi.waitFor(() => expect(programme.state.get().phase).toBe("ready"));
  });
});

describe("Codes", () => {
  test("no code is right before one was sent", async () => {
    const { programme } = await site.tab();
    const outcome = await programme.logIn("login", MEMBER, "123456");
    expect(outcome).toMatchObject({ codes: ["code-expired"], errors: [{ field: "code" }] });
  });

  test("only the last of several is right", async () => {
    const { programme } = await site.tab();
    await programme.requestCode(MEMBER);
    const first = site.server.codeOf(MEMBER);
    await programme.requestCode(MEMBER);
    expect(await programme.logIn("signup", MEMBER, first)).toMatchObject({ codes: ["wrong-code"] });
    expect(await programme.logIn("signup", MEMBER, site.server.codeOf(MEMBER))).toMatchObject({
      outcome: "accepted",
    });
  });
});

describe("A code with a proof of work", () => {
  test("is sent when the proof is found, without another click", async () => {
    site.server.puzzleBits = 10;
    const { programme } = await site.tab();
    const showNotice = vi.fn<(notice: Notice) => void>();
    expect(await programme.requestCode(MEMBER, showNotice)).toMatchObject({ outcome: "accepted" });
    expect(showNotice).toHaveBeenCalledExactlyOnceWith(HOSTED_NOTICES.checking);
    const code = site.server.codeOf(MEMBER);
    expect(await programme.logIn("signup", MEMBER, code)).toMatchObject({ outcome: "accepted" });
  });

  test("asks for another proof if the first was not enough, but not endlessly", async () => {
    site.server.instead.set("POST /codes", () => problem(428, ["proof-required"], { puzzle }));
    const puzzle = { text: "text", bits: 1, expiresAt: 0, salt: "" };
    const { programme } = await site.tab();
    expect(await programme.requestCode(MEMBER)).toMatchObject({ codes: ["proof-required"] });
    expect(site.server.of("POST /codes")).toHaveLength(4);
  });
});

describe("The second factor", () => {
  test("is asked for before staff export their data, and the export continues", async () => {
    const { programme, hosted, logIn } = await site.tab();
    await logIn("signup", COORDINATOR);
    expect(hosted().isStaff).toBe(true);
    const exported = programme.export("json");
    await vi.waitFor(() => expect(secondFactorPrompt.get()).toBeDefined());
    expect(await hosted().actions.confirm("000000")).toMatchObject({
      codes: ["second-factor-wrong"],
      errors: [{ field: "code" }],
    });
    expect(await hosted().actions.confirm(SECOND_FACTOR)).toMatchObject({ outcome: "accepted" });
    expect(await exported).toMatchObject({ outcome: "accepted" });
  });
});

describe("Several editors", () => {
  test("the second is told what the referral is now, and can try again", async () => {
    const { programme, ready, hosted, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    await programme.submit(DRAFT);
    const [seen] = ready().referrals;
    if (!seen) throw new Error("There is no referral.");
    site.server.records.changeElsewhere(seen.key);
    const { command } = hosted().actions;
    const withdraw = { kind: "withdraw", note: "" } as const;
    const refused = (await command(seen, withdraw)) as Refused;
    expect(refused).toMatchObject({ codes: ["referral-stale"], current: { version: 1 } });
    expect(ready().referrals[0]).toEqual(refused.current);
    expect(await command(refused.current ?? seen, withdraw)).toMatchObject({
      outcome: "accepted",
    });
  });
});

describe("The list", () => {
  const MANY = Array.from({ length: PAGE_SIZE + 1 }, (_, id) => ({
    ...RECORD,
    referrerMobile: MEMBER,
    id,
  }));

  test("fails with an ended login, and is not shown as empty", async () => {
    const { programme, ready, logIn } = await site.tab();
    site.server.absorb(MANY);
    await logIn("signup", MEMBER);
    site.server.endSessions();
    expect(await programme.loadMore()).toMatchObject({ notice: ENDED });
    expect(ready().account.role).toBe("guest");
  });

  test("ignores an answer that arrives after the next request", async () => {
    const { programme, ready, logIn } = await site.tab();
    site.server.absorb(MANY);
    await logIn("signup", MEMBER);
    const late = later<Response>();
    site.server.instead.set("GET /referrals", () => {
      site.server.instead.clear();
      return late.promise;
    });
    const first = programme.loadMore();
    await programme.loadMore();
    late.settle(
      Response.json({ referrals: [], totals: { ...ready().totals, all: 0 }, next: null }),
    );
    await first;
    expect(ready().totals.all).toBe(MANY.length);
    expect(ready().referrals).toHaveLength(MANY.length);
  });

  test("says when it may be out of date, and when it no longer is", async () => {
    const { ready, logIn } = await site.tab();
    await logIn("signup", MEMBER);
    site.browser.online = false;
    reconnect();
    await vi.waitFor(() => expect(ready().warning).toEqual(HOSTED_NOTICES.outOfDate));
    site.browser.online = true;
    reconnect();
    await vi.waitFor(() => expect(ready().warning).toBeUndefined());
  });
});

describe("Answers in an unknown format", () => {
  const PAGES = [
    [200, "<!doctype html>", "unavailable"],
    [502, "<!doctype html>", "unavailable"],
  ] as const;
  for (const [status, text, code] of PAGES) {
    test(`a page with status ${status} is a failure`, async () => {
      const { programme } = await site.tab();
      site.server.instead.set("POST /codes", () => new Response(text, { status }));
      expect(await programme.requestCode(MEMBER)).toMatchObject({ outcome: "failed", code });
    });
  }

  test("a status without a body has a notice, too", async () => {
    const { programme } = await site.tab();
    site.server.instead.set("POST /codes", () => new Response("slow down", { status: 429 }));
    expect(await programme.requestCode(MEMBER)).toMatchObject({ codes: ["too-many-requests"] });
  });
});
