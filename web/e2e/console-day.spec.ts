/**
 * A day in the console: new referrals are triaged by keyboard only, and the time of each step is
 * printed. `DAY=200` is a whole day; the default is shorter.
 */
import type { Page } from "@playwright/test";
import { openConsole } from "./support/console";
import { KEYS, record } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const COUNT = Number(process.env["DAY"] ?? 4);
/** One of this many is declined; the others are moved and assigned. */
const DECLINED = 4;
/** The maximum for the median of a step, in milliseconds, on a busy machine. */
const LIMIT_MS = 2000;
const HOUR_MS = 3_600_000;

test(
  "new referrals are triaged with the keyboard alone",
  { tag: "@hosted" },
  async ({ page, server }, info) => {
    test.setTimeout(info.timeout + COUNT * 40_000);
    const now = Date.now();
    const referrals = Array.from({ length: COUNT }, (_, place) =>
      record({
        id: now - (COUNT - place) * HOUR_MS,
        referredName: nameOf(place),
        referredPhone: `97455${String(100_000 + place * 7)}`,
      }),
    );
    await server.records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
    await openConsole(page, server, "/inbox");
    const day = new Day(page);

    let left = COUNT;
    while (left > 0) {
      await expect(page.getByRole("link", { name: /^Person / }).first()).toBeVisible();
      const shown = await page.getByRole("link", { name: /^Person / }).allInnerTexts();
      await day.step("open", ["o"], () => heading(page, shown[0] ?? ""));
      for (const place of shown.keys()) {
        const next = shown[place + 1];
        if (place % DECLINED === DECLINED - 1) {
          await decline(page, day);
          if (next) await day.step("next", ["j"], () => heading(page, next));
        } else {
          await day.step("contacted, mine, next", ["c"], () =>
            next ? heading(page, next) : expect(page.getByText("Moved to Contacted")).toBeVisible(),
          );
        }
      }
      left -= shown.length;
      await day.step("back", ["b"], () => heading(page, "Inbox"));
      await expect(page.getByRole("link", { name: shown[0] ?? "", exact: true })).toHaveCount(0);
    }
    await expect(page.getByText(/^Nothing is waiting/)).toBeVisible();

    const report = day.report(COUNT);
    info.annotations.push({ type: "day", description: report });
    // The time is meaningful only on an idle machine.
    if (!process.env["DAY"]) return;
    console.log(report);
    for (const median of day.medians()) expect(median).toBeLessThan(LIMIT_MS);
  },
);

const nameOf = (place: number) => `Person ${String(place + 1).padStart(3, "0")}`;

const heading = (page: Page, name: string) =>
  expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();

async function decline(page: Page, day: Day) {
  await day.step("ask why", ["d"], () =>
    expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused(),
  );
  await day.step("decline", ["N", "Enter"], async () => {
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(page.getByText("Declined: Not interested")).toBeVisible();
  });
}

/** Counts the keys of a step, and measures the time from the first key to the visible result. */
class Day {
  private keys = 0;
  private readonly steps = new Map<string, number[]>();

  constructor(private readonly page: Page) {}

  async step(name: string, keys: readonly string[], isDone: () => Promise<void>) {
    const begun = performance.now();
    for (const key of keys) await this.page.keyboard.press(key);
    await isDone();
    this.keys += keys.length;
    this.steps.set(name, [...(this.steps.get(name) ?? []), performance.now() - begun]);
  }

  medians(): number[] {
    return [...this.steps.values()].map((times) => quantile(times, 0.5));
  }

  report(referrals: number): string {
    const lines = [...this.steps].map(([name, times]) => {
      const [median, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
      return `${name}: ${times.length} times, median ${median} ms, p95 ${p95} ms`;
    });
    const each = (this.keys / referrals).toFixed(2);
    return [`${referrals} referrals, ${each} keys each`, ...lines].join("\n");
  }
}

function quantile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0);
}
