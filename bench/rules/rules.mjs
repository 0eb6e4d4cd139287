/**
 * The rules through WebAssembly against the same rules in zod, in a page of the real browser: `npm
 * run rules`. The page has no security policy: under ours zod could not compile its schemas into
 * functions, and would be slower. Before anything is timed, both have to give the same hints for all
 * forms and for the domain's own table of cases.
 */
import { join } from "node:path";
import { build, preview } from "vite";
import { alias } from "../../web/scripts/alias.ts";
import { inBrowser } from "../support/browser.mjs";
import { scratch } from "../support/dist.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import { goals, ratios, rounds, row, TIMES, US } from "../support/report.mjs";

const settings = {
  configFile: false,
  root: import.meta.dirname,
  logLevel: "warn",
  resolve: { alias },
  build: { outDir: join(scratch, "rules"), emptyOutDir: true, assetsInlineLimit: 0 },
  preview: { host: "127.0.0.1", port: 0 },
};
await build(settings);
const server = await preview(settings);
const { found, others } = await beside(() => inBrowser(measure));
await server.close();

const why = disturbed([others]);
goals(
  found.flatMap(({ name, ours, zod }) => [
    row(`A form that is ${name}: our time against zod's`, "", why || ratios(ours, zod), TIMES),
    row(`A form that is ${name}: ours`, "", why || ours, US),
    row(`A form that is ${name}: zod's`, "", why || zod, US),
  ]),
);

async function measure(browser) {
  const page = await browser.newPage();
  await page.goto(server.resolvedUrls.local[0]);
  await page.waitForFunction(() => window.bench);
  const disagreements = await page.evaluate(() => window.bench.disagreements());
  if (disagreements.length > 0) throw new Error(JSON.stringify(disagreements));
  return page.evaluate((count) => window.bench.measure(count), rounds(15));
}
