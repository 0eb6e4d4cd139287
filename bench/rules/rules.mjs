/**
 * The rules through WebAssembly against the same rules in zod, in a page of the real browser.
 * The page has no security policy: under ours zod could not compile its schemas into functions,
 * and would be slower.
 *
 * Asked for: { target, rounds }, a folder and a number. Found: for each form, the microseconds of
 * a check by each side, round by round.
 */
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { build, preview } from "vite";
import { args, executablePath } from "../support/browser.mjs";
import { answer } from "../support/exchange.mjs";

const here = (inside) => fileURLToPath(new URL(inside, import.meta.url));

await answer(async ({ target, rounds }) => {
  const settings = {
    configFile: false,
    root: here("."),
    logLevel: "warn",
    resolve: {
      alias: { "@bindings": here("../../bindings/index.ts"), "@": here("../../web/src") },
    },
    build: { outDir: target, emptyOutDir: true, target: "esnext", assetsInlineLimit: 0 },
    preview: { host: "127.0.0.1", port: 0 },
  };
  await build(settings);
  const server = await preview(settings);
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage();
    await page.goto(server.resolvedUrls.local[0]);
    await page.waitForFunction(() => window.bench);
    const disagreements = await page.evaluate(() => window.bench.disagreements());
    if (disagreements.length > 0) throw new Error(disagreements.join("\n"));
    return await page.evaluate((count) => window.bench.measure(count), rounds);
  } finally {
    await browser.close();
    await server.close();
  }
});
