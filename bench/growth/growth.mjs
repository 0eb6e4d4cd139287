/**
 * The referral programme with few and with very many records, in the page itself.
 *
 * Asked for: { url, sizes, rounds }. Found: for each operation its milliseconds at each size, round
 * by round.
 */
import { chromium } from "playwright-core";
import { args, executablePath } from "../support/browser.mjs";
import { answer } from "../support/exchange.mjs";
import { OPERATIONS } from "./operations.mjs";
import { stored } from "./records.mjs";
import { watching } from "./watch.mjs";

const viewport = { width: 1280, height: 800 };

await answer(async ({ url, sizes, rounds }) => {
  const browser = await chromium.launch({ executablePath, args });
  const found = OPERATIONS.map(({ name }) => ({ name, sizes: sizes.map(() => []) }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, size] of sizes.entries()) {
      for (const [index, operation] of OPERATIONS.entries()) {
        found[index].sizes[at].push(await time(browser, url, size, operation));
      }
    }
  }
  await browser.close();
  return found;
});

/** In a browser context of its own, which comes from another page of the site. */
async function time(browser, url, size, { user, run }) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  // A file of the site that reads nothing, so that what is stored is there before a page looks.
  await page.goto(`${url}/robots.txt`);
  await page.evaluate(
    (entries) => {
      for (const [key, text] of entries) localStorage.setItem(key, text);
    },
    stored(size, user),
  );
  await page.addInitScript(watching);
  await page.goto(url, { waitUntil: "networkidle" });
  // For the last context to be put away.
  await page.waitForTimeout(500);
  const ms = await run(page);
  await context.close();
  return ms;
}
