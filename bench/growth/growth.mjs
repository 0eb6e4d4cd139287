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
import { storage } from "./records.mjs";
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

/** In a browser of its own, which comes from another page of the site. */
async function time(browser, url, size, { user, run }) {
  const storageState = storage(url, size, user);
  const context = await browser.newContext({ viewport, storageState, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(watching);
  await page.goto(url, { waitUntil: "networkidle" });
  const ms = await run(page);
  await context.close();
  return ms;
}
