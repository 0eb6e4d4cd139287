/**
 * The time from a press on a link to the paint of the next page's heading, once React is there
 * and the pointer has rested on the link. Where motion is wanted, to the paint that the animation
 * begins with.
 *
 * Asked for: { url, rounds, motion }, the last as `prefers-reduced-motion` spells it.
 * Found: for each link of the bar, the milliseconds of every change.
 */
import { chromium } from "playwright-core";
import { args, executablePath } from "../support/browser.mjs";
import { answer } from "../support/exchange.mjs";
import { placeOf, press, taken } from "../support/pointer.mjs";

/** Wide enough for the bar to show its links. */
const viewport = { width: 1280, height: 800 };

await answer(async ({ url, rounds, motion }) => {
  const browser = await chromium.launch({ executablePath, args });
  const page = await browser.newPage({ viewport, reducedMotion: motion });
  await page.goto(url, { waitUntil: "networkidle" });
  await page.evaluate(timeChanges);
  const links = page.locator("header nav a");
  const found = [];
  for (const link of await links.all()) {
    found.push({ name: await link.innerText(), place: await placeOf(link), ms: [], updated: [] });
  }
  // Round and round: every link is pressed, and never the one of the present page.
  for (let turn = 1; turn <= rounds * found.length; turn += 1) {
    await goTo(page, found[turn % found.length]);
  }
  await browser.close();
  return found;
});

async function goTo(page, { place, ms, updated }) {
  await press(page, place);
  const change = await taken(page, "change");
  ms.push(change.ms);
  updated.push(change.updated);
  // For the animation, and what a page does once it is shown.
  await page.waitForTimeout(600);
}

/** In the page: after each press, waits for another heading and notes when it was painted. */
function timeChanges() {
  const heading = () => document.querySelector("main h1");
  addEventListener(
    "click",
    ({ timeStamp }) => {
      const before = heading();
      let updated;
      const changed = () => heading() !== null && heading() !== before;
      const observer = new MutationObserver(() => {
        if (changed()) updated ??= performance.now() - timeStamp;
      });
      observer.observe(document, { childList: true, subtree: true });
      const look = () => {
        if (!changed()) return requestAnimationFrame(look);
        observer.disconnect();
        // This frame shows it; a task after the frame is run when it has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          window.change = { ms: performance.now() - timeStamp, updated };
        };
        port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
