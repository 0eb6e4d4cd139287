/**
 * What a visitor's browser fetches on a first and on a second visit, and when.
 *
 * Asked for: { url, routes, rounds }. Found: for each route what reached the network on a second
 * visit, the bytes of script of the first, and how long after the first paint the first script
 * was asked for.
 */
import { chromium } from "playwright-core";
import { args, executablePath, viewport } from "../support/browser.mjs";
import { answer } from "../support/exchange.mjs";
import { tap } from "../support/tap.mjs";

await answer(async ({ url, routes, rounds }) => {
  const browser = await chromium.launch({ executablePath, args });
  const found = routes.map((route) => ({ route, scriptBytes: 0, gaps: [], second: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const one of found) await visitTwice(browser, url, one);
  }
  await browser.close();
  return found;
});

/** Two visits of one route with the same cache, each in a tab of its own. */
async function visitTwice(browser, upstream, found) {
  const network = await tap(upstream);
  const context = await browser.newContext({ viewport });
  const address = network.url + found.route;

  found.gaps.push(await visit(context, address));
  const scripts = network.requests.filter(({ path }) => /\.(js|wasm)$/.test(path));
  found.scriptBytes = scripts.reduce((sum, { bytes }) => sum + bytes, 0);

  network.requests.length = 0;
  await visit(context, address);
  found.second = network.requests.map(({ path, status }) => `${path} ${status}`);

  await context.close();
  network.close();
}

/** Visits until nothing more is fetched; returns the time from first paint to first script. */
async function visit(context, address) {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "networkidle" });
  const gap = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-paint");
    const scripts = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".js"));
    return Math.min(...scripts.map(({ startTime }) => startTime)) - paint.startTime;
  });
  await page.close();
  return gap;
}
