/**
 * The time from an edit being saved to the open page having followed it.
 *
 * Asked for: { url, clone, edit, rounds }, where `clone` is a copy of the repository that is served
 * at `url` by `cargo xtask dev`, and `edit` one of those below. Found: milliseconds, one a round.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { args, executablePath } from "../support/browser.mjs";
import { answer } from "../support/exchange.mjs";

const EDITS = {
  /** A mobile number may have a digit more or less; the page is loaded anew. */
  rule: {
    file: "crates/domain/src/limits.rs",
    change: (text, round) =>
      text.replace(/(MOBILE_MIN_DIGITS: usize = )\d+/, (_, start) => start + digits(round)),
    async followed(page, round) {
      await page.waitForEvent("load", { timeout: 120_000 });
      return () => hasRule(page, digits(round));
    },
  },
  /** The heading of a page says something else. */
  component: {
    file: "web/src/features/referral/referral-page.tsx",
    change: (text, round) =>
      text.replace(/PageHeader title="[^"]*"/, `PageHeader title="Heading ${round}"`),
    async followed(page, round) {
      await page.waitForFunction(
        (heading) => document.querySelector("main h1")?.textContent === heading,
        `Heading ${round}`,
        { timeout: 120_000 },
      );
      return () => {};
    },
  },
};

await answer(async ({ url, clone, edit, rounds }) => {
  const { file, change, followed } = EDITS[edit];
  const path = join(clone, file);
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage();
  await ready(page.goto(`${url}/referral`), page);
  const found = [];
  for (let round = 0; round < rounds; round += 1) {
    const text = await readFile(path, "utf8");
    const changed = change(text, round);
    if (changed === text) throw new Error(`${file} is not as the edit expects it`);
    const following = followed(page, round);
    const start = performance.now();
    await writeFile(path, changed);
    const check = await following;
    found.push(performance.now() - start);
    await check();
    await ready(undefined, page);
  }
  await browser.close();
  return found;
});

/** Waits for the page to be alive, and to listen for the next build. */
async function ready(loading, page) {
  await loading;
  await page.getByRole("button", { name: "Submit Referral" }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1000);
}

/** Never what it was before, and never what it is in the repository. */
function digits(round) {
  return 8 - (round % 2);
}

/** Whether the page takes a number of so many digits, and none shorter. */
async function hasRule(page, count) {
  await ready(undefined, page);
  const dialog = page.getByRole("dialog");
  const ask = async (number) => {
    await page.getByLabel("Mobile Number").fill(number);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForTimeout(500);
    return (await dialog.count()) > 0;
  };
  if (await ask("9".repeat(count - 1))) throw new Error("the page has the old rule");
  if (!(await ask("9".repeat(count)))) throw new Error("the page has the old rule");
  await page.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
}
