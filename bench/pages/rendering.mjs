/**
 * What a page costs the browser's main thread in style, layout and paint until it is at rest: in
 * processor time of that thread, so that other programs do not count. In milliseconds.
 */
import { chromium } from "playwright-core";
import { args, executablePath } from "../support/browser.mjs";
import { PHONE } from "../support/phone.mjs";

/** The steps from a style to a picture, by their names in Chromium's traces. */
const STEPS = {
  UpdateLayoutTree: "style",
  Layout: "layout",
  PrePaint: "paint",
  Paint: "paint",
  Layerize: "paint",
  Commit: "paint",
};

/** How long a page is given to come to rest, in milliseconds. */
const REST_MS = 2500;

/**
 * The least of so many first visits to each of these `{ name, url }`, in turn. What comes on top is the
 * browser's own beginning, which is not alike twice.
 */
export async function leastRendering(pages, times) {
  const found = new Map();
  for (let round = 0; round < times; round += 1) {
    for (const { name, url } of pages) {
      const visit = await rendering(url);
      if (!(found.get(name)?.all < visit.all)) found.set(name, visit);
    }
  }
  return found;
}

/** A first visit, in a browser of its own; not slowed, which would multiply what differs by chance. */
async function rendering(url) {
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await (await browser.newContext(PHONE)).newPage();
    await browser.startTracing(page, {
      categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"],
    });
    await page.goto(url);
    await page.waitForTimeout(REST_MS);
    const trace = JSON.parse((await browser.stopTracing()).toString());
    return sums(trace.traceEvents);
  } finally {
    await browser.close();
  }
}

function sums(events) {
  const names = events.filter(({ name }) => name === "thread_name");
  const main = new Set(
    names
      .filter(({ args: { name } }) => name === "CrRendererMain")
      .map(({ pid, tid }) => `${pid} ${tid}`),
  );
  const found = { style: 0, layout: 0, paint: 0 };
  for (const { name, pid, tid, tdur = 0 } of events) {
    const step = STEPS[name];
    if (step && main.has(`${pid} ${tid}`)) found[step] += tdur / 1000;
  }
  return { ...found, all: found.style + found.layout + found.paint };
}
