/** The site's pages, and what all of them are asked. */
import { readFileSync } from "node:fs";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";

const SITEMAP = new URL("../../dist/sitemap.xml", import.meta.url);

/** Every page that the built site tells search engines of: one that is added later is among them. */
export const ROUTES: readonly string[] = Array.from(
  readFileSync(SITEMAP, "utf8").matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g),
  ([, path = "/"]) => path,
);

/** Opens a page and has React take over: before that, a link loads its page anew. */
export async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
}

/** Waits until React has taken over the page that is open, for which a mouse touches a link. */
export async function hydrated(page: Page) {
  await page.locator("header a").first().dispatchEvent("pointermove", { pointerType: "mouse" });
  await becomesTrue(page, () => {
    const main = document.querySelector("main");
    return main !== null && Object.keys(main).some((key) => key.startsWith("__react"));
  });
}

/** Waits for the last thing that a first visit fetches. Firefox gives a face up for this page when
 * it is late: then the next page asks again. */
export async function facesFetched(page: Page) {
  await becomesTrue(
    page,
    () =>
      localStorage.getItem("faces") !== null ||
      Array.from(document.fonts).some(({ status }) => status === "error"),
  );
}

/** Has a page that is opened next note how far anything in it moves by itself. */
export async function noteShifts(page: Page) {
  await page.addInitScript(() => {
    Object.assign(window, { shifts: 0 });
    // Chromium alone tells of them.
    if (!PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        (window as unknown as Shifts).shifts += (entry as unknown as { value: number }).value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

type Shifts = { shifts: number };

/** Nothing has moved by itself, also when all that a page fetches has come, its faces included. */
export async function expectStill(page: Page) {
  await facesFetched(page);
  await page.waitForLoadState("networkidle");
  const moved = await page.evaluate(async () => {
    // A shift is told with the frame after it.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    return (window as unknown as Shifts).shifts;
  });
  expect(moved).toBeLessThan(0.0005);
}

/** Waits for something in the page. Playwright's own way evaluates a text there, which our policy
 * forbids, and Firefox keeps to it. */
export async function becomesTrue(page: Page, condition: () => boolean) {
  await expect.poll(() => page.evaluate(condition)).toBe(true);
}

/** On a small screen the bar's links are behind a button. */
export async function showNavigation(page: Page) {
  const button = page.getByRole("button", { name: /menu/i });
  if (await button.isVisible()) await button.click();
}

/** The addresses of what a page fetches from now on. */
export function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const WIDTHS = [1280, 360];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** A state of a page is accessible at a desk and on a phone. */
export async function expectAccessibleWideAndNarrow(page: Page) {
  // A window that nobody looks at keeps its notice.
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await test.step(`at ${width} pixels`, () => expectAccessible(page));
  }
}

/** What is shown breaks no rule, in any colours, and fits the narrowest screen. */
export async function expectAccessible(page: Page) {
  // A link that is half below the sticky bar would count as too small a target.
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await test.step("it breaks no rule that axe knows", async () => {
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await violations(new AxeBuilder({ page }).withTags(RULES))).toEqual([]);
  });
  await test.step("its colours can be read in the dark scheme", async () => {
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await violations(new AxeBuilder({ page }).withRules(COLOUR_RULES))).toEqual([]);
  });
  await test.step("its controls can be told in forced colours", async () => {
    await page.emulateMedia({ colorScheme: "light", forcedColors: "active" });
    expect(await page.evaluate(controlsWithoutLine)).toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
  });
  await test.step("it fits 320 pixels", async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    if (before) await page.setViewportSize(before);
  });
}

async function violations(axe: AxeBuilder) {
  const found = (await axe.analyze()).violations;
  return found.map(({ id, nodes }) => [id, nodes.map((node) => node.html)]);
}

export async function expectNoSidewaysScrolling(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Runs in the page: colours are the visitor's own there, so that only lines tell a control. Radio
 * buttons and tick boxes are drawn by the browser, with lines of their own. */
function controlsWithoutLine(): string[] {
  const controls = "button, input:not([type=radio], [type=checkbox]), select, textarea, dialog";
  const shown = Array.from(document.querySelectorAll<HTMLElement>(controls)).filter(
    (element) => element.checkVisibility() && element.closest("[inert]") === null,
  );
  const untold = shown.filter((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
    const lined = borderTopStyle !== "none" && borderTopWidth !== "0px";
    return !lined && !element.querySelector("svg") && !element.matches("[aria-expanded]");
  });
  return untold.map((element) => element.outerHTML);
}
