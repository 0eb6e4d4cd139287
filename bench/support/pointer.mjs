/**
 * The bare mouse. Playwright's own `click` looks at the page before and while it presses, and
 * `getByRole` reads all of it: in a long page that would be timed as the page's own work.
 */

/** Where an element is in the window, which is scrolled to show it. */
export async function placeOf(locator) {
  await locator.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await locator.boundingBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** Brings React to the page that is open, as a mouse on its way to a link does. */
export async function loadReact(page) {
  await page.locator("header a").first().hover();
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return Object.keys(main).some((key) => key.startsWith("__react"));
  });
}

/** Rests on a place, then presses. */
export async function press(page, { x, y }) {
  await page.mouse.move(x, y);
  await page.waitForTimeout(REST_MS);
  await page.mouse.down();
  await page.mouse.up();
}

/** A pointer on its way to press takes longer than this. */
const REST_MS = 300;

/** Waits for something that the page leaves for us under a name on its window, and takes it. */
export async function taken(page, name) {
  await page.waitForFunction((key) => window[key] !== undefined, name, { polling: 100 });
  return page.evaluate((key) => {
    const { [key]: value } = window;
    delete window[key];
    return value;
  }, name);
}
