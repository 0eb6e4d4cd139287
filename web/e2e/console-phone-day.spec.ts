/** A coordinator's day on a phone: every tap is on something that is there to be tapped. */
import type { Locator, Page } from "@playwright/test";
import { beginAsCoordinator, fillDay, type Person } from "./support/coordinator";
import { expectNoSidewaysScrolling } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";
import { middleOf } from "./support/thumb";

const HOUR_MS = 3_600_000;

type Call = {
  readonly outcome: "Reached" | "No answer" | "Wrong number" | "Call again…";
  readonly after: (day: Day, name: string) => Promise<void>;
  /** The stage at the end of the day. */
  readonly stage: string;
  readonly unanswered?: number;
};

/** Ten calls, how each went, and what was done after it. */
const CALLS: Readonly<Record<string, Call>> = {
  "Meera Nair": { outcome: "Reached", after: plans("Meet", "thu 10"), stage: "Contacted" },
  "Yusuf Al-Kuwari": {
    outcome: "No answer",
    after: plans("Call", "tomorrow 11"),
    stage: "Received",
  },
  "Joseph Varghese": {
    outcome: "Wrong number",
    after: plans("Write", "in 1 d"),
    stage: "Received",
  },
  "Fatima Rahman": { outcome: "Call again…", after: callsAgain("in 3 d"), stage: "Contacted" },
  "Arun Balasubramanian": { outcome: "Reached", after: moves("Suitable"), stage: "Suitable" },
  "Nadia Haddad": {
    outcome: "No answer",
    after: closes("Close: no answer…", "We could not reach them."),
    stage: "Declined",
    unanswered: 2,
  },
  "Thomas Kurian": {
    outcome: "Reached",
    after: closes("Close…", "They are not interested at the moment.", "Not interested"),
    stage: "Declined",
  },
  "Salma Idris": { outcome: "Reached", after: asksForAward, stage: "Contacted" },
  "Binu Thomas": { outcome: "No answer", after: plans("Call", "fri 16:30"), stage: "Received" },
  "Priya Raman": { outcome: "Call again…", after: callsAgain("tomorrow"), stage: "Contacted" },
};

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

test(
  "a coordinator does a day on a phone: ten calls, what is next, two closings, one request for an award",
  { tag: "@hosted" },
  async ({ page, server }) => {
    // It is ten times as long as others.
    test.slow();
    const own = await beginAsCoordinator(page, server);
    const names = Object.keys(CALLS);
    const people = Object.entries(CALLS).map(([name, { unanswered = 0 }], place): Person => ({
      name,
      service: "training",
      // The inbox begins with whoever has waited longest.
      ago: (names.length - place) * HOUR_MS,
      task: ["call", -HOUR_MS / 2],
      unanswered,
    }));
    await fillDay(server, own, people);
    const day = new Day(page);
    await page.goto("/console/inbox?section=overdue");
    await expectNoSidewaysScrolling(page);
    await day.tap(page.getByRole("link", { name: names[0] ?? "" }));

    for (const [place, [name, { outcome, after }]] of Object.entries(CALLS).entries()) {
      await test.step(`${name}: ${outcome}`, async () => {
        await day.calls(name, outcome);
        await after(day, name);
        await expectNoSidewaysScrolling(page);
      });
      if (place < names.length - 1)
        await day.scrollAndTap(page.getByRole("button", { name: "Next" }));
    }

    await test.step("nothing is left for today, and everybody is where the day has left them", async () => {
      await day.scrollAndTap(page.getByRole("link", { name: "Back to the list" }));
      await expect(page.getByText("Nothing is waiting here.")).toBeVisible();
      await day.tap(page.getByRole("link", { name: "Referrals" }));
      for (const [name, { stage }] of Object.entries(CALLS)) {
        await expect(page.getByRole("row", { name })).toContainText(stage);
      }
      await expectNoSidewaysScrolling(page);
    });
  },
);

test(
  "a row under the edge opens, and a notice neither moves nor covers the bars",
  { tag: "@hosted" },
  async ({ page, server }) => {
    const own = await beginAsCoordinator(page, server);
    const names = Object.keys(CALLS);
    await fillDay(
      server,
      own,
      names.map((name, place): Person => ({
        name,
        service: "training",
        ago: (names.length - place) * HOUR_MS,
        task: ["call", -HOUR_MS / 2],
      })),
    );
    await page.goto("/console/inbox?section=overdue");
    const name = names.at(-1) ?? "";
    const link = page.getByRole("link", { name });
    // Half of the name is seen above the bar.
    await expect(link).toBeVisible();
    const edge = await link.evaluate((element) => {
      const main = element.closest("main");
      const { bottom } = main?.getBoundingClientRect() ?? { bottom: 0 };
      const { top, height } = element.getBoundingClientRect();
      main?.scrollBy(0, top + height / 2 - bottom);
      const half = element.getBoundingClientRect();
      return { x: half.x + half.width / 2, y: half.y + 4, isHalf: half.bottom > bottom };
    });
    expect(edge.isHalf).toBe(true);
    await page.touchscreen.tap(edge.x, edge.y);
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();

    const day = new Day(page);
    const bar = page.getByRole("navigation", { name: "Console" });
    const call = page.getByRole("link", { name: "Call", exact: true });
    const before = [await bar.boundingBox(), await call.boundingBox()];
    await day.calls(name, "Reached");
    await expect(page.getByRole("heading", { level: 1, name })).toBeInViewport();
    const notice = page.getByRole("region", { name: /^Notifications/ }).getByRole("listitem");
    await expect(notice).toBeVisible();
    expect([await bar.boundingBox(), await call.boundingBox()]).toEqual(before);
    await middleOf(call);

    await test.step("above the keyboard of the screen no bar is left, until it is saved", async () => {
      await page.setViewportSize({ width: 390, height: 480 });
      await page.getByLabel("Write a note").focus();
      await expect(bar).toBeHidden();
      await page.getByLabel("Write a note").fill("Wants evenings.");
      await day.scrollAndTap(day.button("Save note"));
      await day.expectDone("Wants evenings.");
      await page.setViewportSize({ width: 390, height: 844 });
    });
    await day.tap(page.getByRole("link", { name: "Inbox" }));
    await expect(page.getByRole("heading", { level: 1, name: "Inbox" })).toBeVisible();
  },
);

class Day {
  constructor(readonly page: Page) {}

  /** Taps what can be seen whole and is not covered. */
  async tap(target: Locator) {
    const { x, y } = await middleOf(target);
    await this.page.touchscreen.tap(x, y);
  }

  /** Scrolls to something first, if it is out of sight. */
  async scrollAndTap(target: Locator) {
    await target.scrollIntoViewIfNeeded();
    await this.tap(target);
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  inDialog(name: string) {
    return this.page.getByRole("dialog").getByRole("button", { name });
  }

  /** Reads the number, calls it, and says how that went. */
  async calls(name: string, outcome: string) {
    await expect(this.page.getByRole("heading", { level: 1, name })).toBeInViewport({ ratio: 1 });
    const number = this.page.getByRole("link", { name: /^\+974/ });
    await expect(number).toBeInViewport({ ratio: 1 });
    const call = this.page.getByRole("link", { name: "Call", exact: true });
    await expect(call).toHaveAttribute("href", (await number.getAttribute("href")) ?? "");
    await this.tap(call);
    await expect(number).toBeInViewport({ ratio: 1 });
    await this.tap(this.button(outcome));
    if (outcome !== "Call again…") await this.expectDone(`Call: ${outcome.toLowerCase()}`);
  }

  async expectDone(words: string | RegExp) {
    await expect(this.page.getByRole("dialog")).toHaveCount(0);
    await expect(this.page.getByRole("listitem").filter({ hasText: words }).first()).toBeVisible();
  }
}

function plans(what: string, when: string) {
  return async (day: Day) => {
    await day.scrollAndTap(day.button("Plan…"));
    const dialog = day.page.getByRole("dialog");
    await dialog.getByLabel("What").selectOption(what);
    await dialog.getByLabel("When").fill(when);
    await day.scrollAndTap(day.inDialog("Save plan"));
    await day.expectDone(`Planned; ${what.toLowerCase()} by`);
  };
}

function callsAgain(when: string) {
  return async (day: Day) => {
    const field = day.page.getByRole("textbox", { name: /^Call again/ });
    await expect(field).toBeFocused();
    await field.fill(when);
    await day.scrollAndTap(day.button("Save call"));
    await day.expectDone("Call: call again; call by");
  };
}

function moves(stage: string) {
  return async (day: Day) => {
    await day.tap(day.button("Move"));
    await day.tap(day.inDialog(stage));
    await day.expectDone(`Moved to ${stage}`);
  };
}

function closes(button: string, sentence: string, reason?: string) {
  return async (day: Day) => {
    await day.scrollAndTap(day.button(button));
    const dialog = day.page.getByRole("dialog");
    if (reason) await dialog.getByLabel("Reason").selectOption(reason);
    await expect(dialog.getByText(`The referrer will read: “${sentence}”`)).toBeInViewport();
    await day.scrollAndTap(day.inDialog("Close it"));
    await day.expectDone("Declined: ");
  };
}

async function asksForAward(day: Day) {
  await day.tap(day.button("Move"));
  await day.scrollAndTap(day.inDialog("Successful"));
  await day.scrollAndTap(day.inDialog("Ask"));
  await day.expectDone("Award requested");
}
