/** What a finger's press costs on a phone until something is painted, in milliseconds. */
import { chromium } from "playwright-core";
import { args, executablePath } from "../support/browser.mjs";
import { PHONE, slowed, tap } from "../support/phone.mjs";
import { taken } from "../support/pointer.mjs";

/** The browser does not tell of interactions that took less. */
const SHORTEST_MS = 16;

/**
 * From the first press on an element to the next paint, as soon as the page itself is painted, with
 * the processor slowed six times; as the browser counts interactions.
 */
export function firstPress(url, selector) {
  return onPhone(6, async (page) => {
    await page.addInitScript(noteInteractions, SHORTEST_MS);
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByName("first-paint").length > 0);
    await tap(page, selector);
    await page.waitForTimeout(1000);
    return page.evaluate(() => window.longest);
  });
}

/**
 * From the press on the link to another page to that page's first paint, with the processor slowed
 * four times. A finger fetches no script.
 */
export function nextPage(url, link) {
  return onPhone(4, async (page) => {
    await page.addInitScript(noteArrival);
    await page.goto(url, { waitUntil: "networkidle" });
    await tap(page, link);
    return taken(page, "arrival");
  });
}

async function onPhone(rate, work) {
  const browser = await chromium.launch({ executablePath, args });
  try {
    return await work(await slowed(await (await browser.newContext(PHONE)).newPage(), rate));
  } finally {
    await browser.close();
  }
}

/** In the page. */
function noteInteractions(shortest) {
  window.longest = shortest;
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries()) {
      if (interactionId) window.longest = Math.max(window.longest, duration);
    }
  }).observe({ type: "event", durationThreshold: shortest, buffered: true });
}

/** In both pages: the first notes when its link was pressed, the second when it is painted. */
function noteArrival() {
  const now = (time) => performance.timeOrigin + time;
  addEventListener(
    "pointerup",
    ({ timeStamp }) => sessionStorage.setItem("pressed", now(timeStamp)),
    { capture: true },
  );
  const pressed = sessionStorage.getItem("pressed");
  if (pressed === null) return;
  new PerformanceObserver((list) => {
    const [paint] = list.getEntriesByName("first-contentful-paint");
    if (paint) window.arrival = now(paint.startTime) - pressed;
  }).observe({ type: "paint", buffered: true });
}
