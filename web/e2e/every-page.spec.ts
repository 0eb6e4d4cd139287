/** Checks for every page at every width, also for pages that are added later. */
import type { Page } from "@playwright/test";
import { tabOrder } from "./support/keyboard";
import {
  expectAccessible,
  expectMoreContrast,
  expectNoSidewaysScrolling,
  expectNoViolations,
  expectStill,
  fontsFetched,
  hydrated,
  noteShifts,
  ROUTES,
  showNavigation,
  TEXT_PAGES,
} from "./support/pages";
import { expect, test } from "./support/test";

const BAR = [
  ["/", "Home"],
  ["/services", "Services"],
  ["/blog", "Blog"],
  ["/contact", "Contact Us"],
  ["/referral", "Referral"],
] as const;

/** The types of a page's structured data besides the company's, by its path. */
const TYPES: [RegExp, string[]][] = [
  [/^\/services$/, ["Service"]],
  [/^\/services\/./, ["Service", "BreadcrumbList", "FAQPage", "Question"]],
  [/^\/blog\/./, ["BlogPosting", "BreadcrumbList"]],
  [/^\/vacancies\/./, ["JobPosting", "BreadcrumbList"]],
  [/^\/courses\/./, ["Course", "CourseInstance", "BreadcrumbList"]],
  [/^\/cases\/./, ["Article", "BreadcrumbList"]],
  [new RegExp(`^(${TEXT_PAGES.join("|")})$`), ["WebPage"]],
];

/**
 * A page that is not painted by then goes on without, in milliseconds (web/src/starter/loading.ts).
 */
const PAINT_TIMEOUT_MS = 3000;

/** A desk. */
const WIDE = 1024;

test("the checks cover every known page", () => {
  expect(ROUTES).toEqual(expect.arrayContaining(BAR.map(([path]) => path)));
  for (const [path] of TYPES) expect(ROUTES.filter((route) => path.test(route))).not.toEqual([]);
});

/** These run in all engines, which may differ in pictures, forms, and what only React renders. */
const IN_ENGINES = ["/", "/referral"];
/** The first page of each screen: on a tablet the others are like it. */
const SCREENS = ROUTES.filter(
  (path, place) => ROUTES.map(screenOf).indexOf(screenOf(path)) === place,
);

for (const path of ROUTES) {
  const widths = SCREENS.includes(path) ? "@widths" : "@small";
  const tag = [widths, ...(IN_ENGINES.includes(path) ? ["@engines"] : [])];
  test(`${path} passes the checks for every page`, { tag }, async ({ page, viewport }) => {
    const wide = (viewport?.width ?? WIDE) >= WIDE;
    await page.emulateMedia({ reducedMotion: "reduce" });
    await noteShifts(page);
    await page.goto(path);
    await test.step("hardly anything moves, also when the fonts arrive", () => expectStill(page));
    await test.step("it is painted before a script or a font is requested", () =>
      expectPaintedFirst(page));
    await test.step("everything focusable has a name, is visible, and is in the page's order", () =>
      expectFocusOrder(page));
    await test.step("it has the header, its own link marked, and the footer", () =>
      expectBarAndFooter(page, path));
    await page.keyboard.press("Escape");
    if (!wide) return expectNoViolations(page);
    // The rest is the same at every width, or sets its own.
    await expectAccessible(page);
    await expectMoreContrast(page);
    await test.step("it describes itself to search engines and other sites", () =>
      expectMetadata(page, path));
    await test.step("it fits the window when everything is twice as large", async () => {
      await page.setViewportSize({ width: 640, height: 400 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      await expectNoSidewaysScrolling(page);
      // Until its fonts have arrived, a page wears others, which may be wider.
      await page.evaluate(() => delete document.documentElement.dataset["fonts"]);
      await expectNoSidewaysScrolling(page);
    });
  });
}

function screenOf(path: string): string {
  return TEXT_PAGES.includes(path) ? "a page of text" : path.replace(/^(\/.+\/).*/, "$1");
}

async function expectPaintedFirst(page: Page) {
  await fontsFetched(page);
  const early = await page.evaluate((latest) => {
    const [paint] = performance.getEntriesByName("first-contentful-paint");
    const painted = Math.min(paint?.startTime ?? 0, latest);
    const resources = performance.getEntriesByType("resource");
    return resources
      .filter(({ name }) => /\.(js|woff2)$/.test(name))
      .filter(({ startTime }) => startTime < painted)
      .map(({ name }) => name);
  }, PAINT_TIMEOUT_MS);
  expect(early).toEqual([]);
}

async function expectMetadata(page: Page, path: string) {
  await expect(page.locator("title")).toHaveCount(1);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{50,}/);
  const canonical = page.locator('link[rel="canonical"]');
  await expect(canonical).toHaveAttribute("href", `https://karavan.example${path}`);
  for (const property of ["og:title", "og:description", "og:url", "og:image", "og:type"]) {
    await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute("content", /.+/);
  }
  const data = await page.locator('script[type="application/ld+json"]').allTextContents();
  const found = JSON.stringify(data.map((text): unknown => JSON.parse(text)));
  const [, types] = TYPES.find(([about]) => about.test(path)) ?? [];
  for (const type of types ?? ["Organization"]) expect(found).toContain(`"@type":"${type}"`);
}

async function expectFocusOrder(page: Page) {
  await expect(page.getByText("Loading authentication status...")).toBeHidden();
  // The first Tab loads React, which may add elements to the page's head in between.
  await hydrated(page);
  const stops = await tabOrder(page);
  expect(stops.length).toBeGreaterThan(5);
  expect(stops[0]?.name).toBe("Skip to main content");
  expect(stops.filter(({ name }) => name === "")).toEqual([]);
  const places = stops.map(({ place }) => place);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(stops.filter(({ seen }) => !seen).map(({ name }) => name)).toEqual([]);
}

async function expectBarAndFooter(page: Page, path: string) {
  const bar = page.getByRole("banner");
  await expect(bar).toContainText("Karavan Global");
  await showNavigation(page);
  const links = bar.getByRole("navigation").getByRole("link");
  await expect(links).toHaveText(BAR.map(([, label]) => label));
  const own = BAR.filter(([link]) => path === link || path.startsWith(`${link}/`));
  await expect(bar.locator("nav [aria-current=page]")).toHaveText(own.map(([, name]) => name));
  const footer = page.getByRole("contentinfo");
  for (const heading of ["Quick Links", "Contact Info"]) {
    await expect(footer.getByRole("heading", { name: heading })).toBeAttached();
  }
  await expect(footer.getByRole("link", { name: "Referral Program" })).toBeAttached();
  for (const words of ["Porur", "Doha", "info@karavan.example", String(new Date().getFullYear())]) {
    await expect(footer).toContainText(words);
  }
}
