/**
 * Stored records stay: after simultaneous writes of three tabs, after a crash of a tab, and beside
 * any other stored text. docs/reliability.md says how to run this many times.
 */
import { existsSync, readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { BINU, KEYS, openReferral, referAsGuest, stored } from "./support/programme";
import { expect, test } from "./support/test";

const TABS = ["one", "two", "three"];
const WRITES = Number(process.env["SOAK_WRITES"] ?? 15);
const RUNS = Number(process.env["SOAK_RUNS"] ?? 1);
const CRASHES = Number(process.env["SOAK_CRASHES"] ?? 1);
const HOSTILE = Number(process.env["SOAK_HOSTILE"] ?? 8);

test.describe("Trust", () => {
  for (let run = 1; run <= RUNS; run += 1) {
    test(`three tabs submit ${WRITES} referrals each, and none is lost (run ${run})`, async ({
      context,
    }, info) => {
      test.setTimeout(info.timeout + WRITES * 4000);
      await context.addInitScript(withoutTheSimulatedDelay);
      await Promise.all(
        TABS.map(async (tab) => {
          const page = await context.newPage();
          await openReferral(page);
          await page.evaluate(refer, { tab, writes: WRITES });
        }),
      );

      const names = TABS.flatMap((tab) => Array.from({ length: WRITES }, (_, n) => `${tab} ${n}`));
      const fresh = await context.newPage();
      await openReferral(fresh);
      await expect.poll(() => referred(fresh)).toEqual(names.toSorted());
      const ids = (await stored(fresh, KEYS.referrals)).map(({ id }) => id);
      expect(new Set(ids).size).toBe(names.length);
    });
  }

  for (let crash = 1; crash <= CRASHES; crash += 1) {
    test(`a referral is kept if the tab crashes after its notice (${crash})`, async ({
      context,
      page,
    }) => {
      await openReferral(page);
      await referAsGuest(page);
      const crashed = page.waitForEvent("crash");
      page.goto("chrome://crash").catch(() => undefined);
      await crashed;
      const next = await context.newPage();
      await openReferral(next);
      expect(await referred(next)).toEqual([BINU.name]);
    });
  }
});

test.describe("Hostile storage", () => {
  test.use({ allowedConsole: /stored login could not be read/ });

  test(`${HOSTILE} stored texts that are not records do no harm and are kept`, async ({
    page,
  }, info) => {
    test.setTimeout(info.timeout + HOSTILE * 12_000);
    await page.addInitScript(withoutTheSimulatedDelay);
    await openReferral(page);
    const texts = hostileTexts().slice(0, HOSTILE);
    expect(texts).toHaveLength(HOSTILE);
    for (const text of texts) {
      await page.evaluate(
        ([keys, hostile]) => {
          localStorage.clear();
          for (const key of keys) localStorage.setItem(key, hostile);
        },
        [Object.values(KEYS), text] as const,
      );
      await openReferral(page);
      await page.evaluate(refer, { tab: "beside it", writes: 1 });
      expect(await referred(page), text).toContain("beside it 0");
      if (!isList(text)) {
        const kept = await stored(page, KEYS.quarantine);
        const sources = kept.filter((item) => item["text"] === text).map(({ from }) => from);
        expect(sources.toSorted(), text).toEqual(["accounts", "quarantine", "referrals"]);
      }
    }
  });
});

/** The stored texts from the domain's tests (see src/rules/parity.test.ts), each once. */
function hostileTexts(): string[] {
  const file = new URL("../../target/parity.json", import.meta.url);
  const told = JSON.parse(existsSync(file) ? readFileSync(file, "utf8") : "null") as {
    sequences: { actions: { call: string; text: string }[] }[];
  } | null;
  if (!told)
    throw new Error("No texts are recorded: cargo test -p ledger --test properties parity");
  const actions = told.sequences.flatMap((sequence) => sequence.actions);
  const texts = actions.filter(({ call }) => call === "read").map(({ text }) => text);
  return [...new Set(texts)].filter((text) => text !== "");
}

function isList(text: string): boolean {
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

async function referred(page: Page) {
  const records = await stored(page, KEYS.referrals);
  return records.map(({ referredName }) => String(referredName)).toSorted();
}

/** Runs in the page: skips the simulated delay of a second. */
function withoutTheSimulatedDelay() {
  const { setTimeout } = window;
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number) => setTimeout(run, ms === 1000 ? 0 : ms),
  });
}

/** Runs in the page: fills in and submits the form repeatedly. */
async function refer({ tab, writes }: { tab: string; writes: number }) {
  const form = document.querySelector("form:has([name=referredName])") as HTMLFormElement;
  const type = (name: string, text: string) => {
    const field = form.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement;
    // React overrides `value`, and notices only changes that bypass its override.
    const own = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value");
    own?.set?.call(field, text);
    field.dispatchEvent(new Event(name === "service" ? "change" : "input", { bubbles: true }));
    return field;
  };
  for (let n = 0; n < writes; n += 1) {
    type("referrerName", "Asha");
    type("referrerPhone", "98400");
    type("referredPhone", "97445");
    type("service", "training");
    const name = type("referredName", `${tab} ${n}`);
    form.requestSubmit();
    while (name.value) await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
