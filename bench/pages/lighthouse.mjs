/**
 * Lighthouse over pages, round after round: what slows the machine down in a round slows all of
 * its pages. Mobile, with its simulated slow network, as pagespeed.web.dev has it.
 */
import * as chromeLauncher from "chrome-launcher";
import lighthouse from "lighthouse";
import { args, executablePath } from "../support/browser.mjs";

const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** The runs of each of these `{ name, url }`, with the same place in every round. */
export async function lighthouseOver(pages, rounds) {
  const found = pages.map(({ name }) => ({ name, runs: [] }));
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of pages.entries()) found[index].runs.push(await run(url));
  }
  return found;
}

/** A run. Now and then Lighthouse misses the beginning of one, and asks to be run again itself. */
async function run(url, tries = 3) {
  try {
    return await runOnce(url);
  } catch (error) {
    if (tries === 1) throw error;
    return run(url, tries - 1);
  }
}

/** One run, in a browser of its own. */
async function runOnce(url) {
  const chrome = await chromeLauncher.launch({
    chromePath: executablePath,
    chromeFlags: ["--headless=new", ...args],
    logLevel: "silent",
  });
  try {
    const result = await lighthouse(url, {
      port: chrome.port,
      logLevel: "silent",
      output: "json",
      onlyCategories: CATEGORIES,
    });
    return figures(result.lhr);
  } finally {
    await chrome.kill();
  }
}

function figures({ audits, categories, runtimeError }) {
  if (runtimeError) throw new Error(runtimeError.message);
  const requests = audits["network-requests"].details.items;
  const bytes = (wanted) =>
    requests.filter(wanted).reduce((sum, { transferSize }) => sum + transferSize, 0);
  return {
    fcp: audits["first-contentful-paint"].numericValue,
    lcp: audits["largest-contentful-paint"].numericValue,
    tbt: audits["total-blocking-time"].numericValue,
    cls: audits["cumulative-layout-shift"].numericValue,
    bytes: bytes(() => true),
    scriptBytes: bytes(({ resourceType }) => resourceType === "Script"),
    scores: CATEGORIES.map((id) => 100 * categories[id].score),
  };
}
