/**
 * The time from a press on a link to the paint of the next page's heading, once React is there and
 * the pointer has rested on the link. Where motion is wanted, to the paint that the animation begins
 * with.
 */
import { loadReact, placeOf, press, taken } from "../support/pointer.mjs";

/** Wide enough for the bar to show its links. */
const viewport = { width: 1280, height: 800 };

/** The milliseconds of every change; `motion` is spelled as `prefers-reduced-motion` spells it. */
export async function routeChanges(browser, url, rounds, motion) {
  const page = await browser.newPage({ viewport, reducedMotion: motion });
  await page.goto(url, { waitUntil: "networkidle" });
  await loadReact(page);
  await page.evaluate(timeChanges);
  const places = [];
  // In another language, some links lead to English pages.
  const below = new URL(url).pathname.replace(/\/$/, "");
  for (const link of await page.locator(`header nav a[href^="${below}/"]`).all()) places.push(await placeOf(link));
  const found = [];
  // Round and round: every link is pressed, and never the one of the present page.
  for (let turn = 1; turn <= rounds * places.length; turn += 1) {
    await press(page, places[turn % places.length]);
    found.push(await taken(page, "change"));
    // For the animation, and what a page does once it is shown.
    await page.waitForTimeout(600);
  }
  await page.close();
  return found;
}

/** In the page: after each press, waits for another heading and notes when it was painted. */
function timeChanges() {
  const heading = () => document.querySelector("main h1");
  addEventListener(
    "click",
    ({ timeStamp }) => {
      const before = heading();
      const look = () => {
        const shown = heading();
        if (shown === null || shown === before) return requestAnimationFrame(look);
        // This frame shows it; a task after the frame is run when it has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => (window.change = performance.now() - timeStamp);
        port2.postMessage(undefined);
      };
      requestAnimationFrame(look);
    },
    { capture: true },
  );
}
