/** The site's pages, and checks for all of them. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, type Page, test } from "@playwright/test";
import { TAGS, violations } from "./axe";

const SITEMAP = new URL("../../dist/sitemap.xml", import.meta.url);
const TEXTS = readdirSync(new URL("../../../content/en/pages", import.meta.url));

/** Every page in the built site's sitemap, in all languages. */
const ALL: readonly string[] = Array.from(
  readFileSync(SITEMAP, "utf8").matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g),
  ([, path = "/"]) => path,
);

/** The pages of a language: `ar` has `/ar` and what is below it. */
export function routesIn(language: string): readonly string[] {
  return ALL.filter((path) => path === `/${language}` || path.startsWith(`/${language}/`));
}

/** Every page in English. */
export const ROUTES = ALL.filter((path) => !/^\/[a-z]{2}(\/|$)/.test(path));

/** The pages of text, one for each file in content/en/pages. */
export const TEXT_PAGES = ROUTES.filter((path) => TEXTS.includes(`${path.slice(1)}.md`));

/** Opens a page and waits for React. Before that, a link loads a new page. */
export async function open(page: Page, address: string) {
  await page.goto(address);
  await hydrated(page);
}

/**
 * Moves the mouse over a link, so that React is loaded, and waits until it has hydrated the page:
 * the last thing that it does then is to take the scroll position over from the browser.
 */
export async function hydrated(page: Page) {
  await page.locator("header a").first().dispatchEvent("pointermove", { pointerType: "mouse" });
  await waitForCondition(page, () => history.scrollRestoration === "manual");
}

/** Waits until the page has its fonts, which a first visit fetches last. */
export async function fontsFetched(page: Page) {
  await waitForCondition(
    page,
    () =>
      document.readyState === "complete" &&
      document.documentElement.dataset["fonts"] === undefined &&
      document.fonts.status === "loaded",
  );
}

/** Makes the next page record its layout shifts. */
export async function noteShifts(page: Page) {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    // Only Chromium reports them.
    if (!PerformanceObserver.supportedEntryTypes.includes("layout-shift")) return;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as LayoutShift[]) {
        const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
          const [before, after] = [previousRect, currentRect].map(
            ({ x, y, width, height }) => `${x},${y} ${width}×${height}`,
          );
          return `${node?.textContent?.slice(0, 40)}: ${before} to ${after}`;
        });
        shifts.push({ value: entry.value, at: entry.startTime, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

type Shift = { value: number; at: number; moved: string[] };

/** What a browser says of a layout shift (the Layout Instability API). */
type LayoutShift = PerformanceEntry & {
  value: number;
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
};

/** What the fonts may move when they take the fallbacks' place. */
const MOST_SHIFT = 0.005;

/** Expects hardly any layout shift, even after everything has loaded, including the fonts. */
export async function expectStill(page: Page) {
  await fontsFetched(page);
  await nothingFetched(page);
  const shifts = await page.evaluate(async () => {
    // A shift is reported in the next frame.
    for (let frame = 0; frame < 3; frame += 1) {
      await new Promise((done) => requestAnimationFrame(done));
    }
    return (window as unknown as { shifts: Shift[] }).shifts;
  });
  const moved = shifts.reduce((sum, { value }) => sum + value, 0);
  expect(moved, JSON.stringify(shifts, undefined, 1)).toBeLessThanOrEqual(MOST_SHIFT);
}

/**
 * Waits for a condition in the page. Playwright's own function evaluates a text, which our policy
 * forbids in Firefox.
 */
async function waitForCondition(page: Page, condition: () => boolean) {
  await expect.poll(() => page.evaluate(condition)).toBe(true);
}

/** Opens the menu if the screen is small. */
export async function showNavigation(page: Page) {
  const button = page.getByRole("button", { name: /menu/i });
  if (await button.isVisible()) await button.click();
}

/**
 * Waits until nothing has arrived for half a second: for checks of all that a page shows or
 * fetches. A journey waits for what a visitor would wait for. Playwright's own `networkidle` may
 * never come in Firefox.
 */
export async function nothingFetched(page: Page) {
  let before = -1;
  const isQuiet = async () => {
    const last = before;
    before = await page.evaluate(() => performance.getEntriesByType("resource").length);
    return before === last;
  };
  await expect.poll(isQuiet, { intervals: [500] }).toBe(true);
}

/** Collects the addresses that a page fetches from now on. */
export function requestsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => paths.push(new URL(request.url()).pathname));
  return paths;
}

const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Expects a state of a page to be accessible on a desktop and on a phone. */
export async function expectAccessibleWideAndNarrow(page: Page) {
  // An unfocused window keeps its notice.
  await page.evaluate(() => window.dispatchEvent(new Event("blur")));
  const before = page.viewportSize();
  await test.step("on a desktop", async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await expectAccessible(page);
  });
  await test.step("on a phone", async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await expectNoViolations(page);
    await expectMoreContrast(page);
  });
  if (before) await page.setViewportSize(before);
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
}

/**
 * Who asks for more contrast gets 7 to 1 for every text, in both schemes. Only Chromium can be made
 * to ask for it.
 */
export async function expectMoreContrast(page: Page) {
  if (page.context().browser()?.browserType().name() !== "chromium") return;
  await test.step("it has more contrast for visitors who prefer it", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, contrast: "more", reducedMotion: "reduce" });
      expect(await violations(page, ["color-contrast-enhanced"])).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: "light", contrast: "no-preference" });
  });
}

/** Expects no violation of a rule that axe knows, at the page's width. */
export async function expectNoViolations(page: Page) {
  await test.step("axe finds no violation", async () => {
    // A link half below the sticky bar would count as too small a target.
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    expect(await violations(page, TAGS)).toEqual([]);
  });
}

/** Expects colours that can be read in the dark scheme. */
export async function expectReadableInTheDark(page: Page) {
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  expect(await violations(page, COLOUR_RULES)).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
}

/**
 * Expects no axe violation, and what is checked at one width because it is the same at each:
 * colours in the dark scheme, a line around each control in forced colours, and no sideways
 * scrolling on the narrowest screen.
 */
export async function expectAccessible(page: Page) {
  await expectNoViolations(page);
  await test.step("its colours can be read in the dark scheme", () =>
    expectReadableInTheDark(page));
  await test.step("its controls can be told apart in forced colours", async () => {
    await page.emulateMedia({ forcedColors: "active" });
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

export async function expectNoSidewaysScrolling(page: Page) {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

/** Texts that are cut off because they are too wide. */
export function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>("main *, footer *, header *"))
      .filter(({ childNodes }) =>
        Array.from(childNodes).some((node) => node instanceof Text && node.data.trim() !== ""),
      )
      .filter((element) => element.checkVisibility())
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .filter((element) => {
        const { overflowX, clipPath } = getComputedStyle(element);
        return overflowX !== "visible" && clipPath === "none";
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/**
 * Runs in the page, in forced colours: finds controls without a line around them. Radio buttons,
 * checkboxes and sliders are left out, because the browser draws them.
 */
function controlsWithoutLine(): string[] {
  const controls =
    "button, input:not([type=radio], [type=checkbox], [type=range]), select, textarea, dialog";
  const shown = Array.from(document.querySelectorAll<HTMLElement>(controls)).filter(
    (element) => element.checkVisibility() && element.closest("[inert]") === null,
  );
  const indistinct = shown.filter((element) => {
    const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
    const lined = borderTopStyle !== "none" && borderTopWidth !== "0px";
    return !lined && !element.querySelector("svg") && !element.matches("[aria-expanded]");
  });
  return indistinct.map((element) => element.outerHTML);
}
