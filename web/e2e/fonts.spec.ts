/**
 * The company's two fonts: every page has them on a first visit, at every width, soon after it was
 * painted in the fallbacks, and hardly anything moves.
 */
import type { Page } from "@playwright/test";
import { expectStill, fontsFetched, noteShifts, requestsOf, ROUTES } from "./support/pages";
import { lose } from "./support/requests";
import { expect, test } from "./support/test";

const WIDTHS = [360, 390, 412, 600, 768, 1024, 1280, 1440];
const DISPLAY = "Brygada 1918";
const TEXT = "Anek Latin";

for (const width of WIDTHS) {
  test(`at ${width} px every first page has both fonts`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width, height: width < 700 ? 800 : 900 });
    await forgetFiles(page);
    await noteShifts(page);
    for (const path of ROUTES) {
      await test.step(path, async () => {
        await page.goto(path);
        await expectStill(page);
        expect(await drawnFonts(page)).toEqual([DISPLAY, TEXT]);
      });
    }
  });
}

test("a first page is painted before its fonts are asked for @engines", async ({ page }) => {
  await page.goto("/");
  await fontsFetched(page);
  const { painted, asked, loaded } = await page.evaluate(() => ({
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity,
    asked: performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.endsWith(".woff2"))
      .map(({ startTime }) => startTime),
    loaded: Array.from(document.fonts)
      .filter(({ status }) => status === "loaded")
      .map(({ family }) => family.replaceAll('"', "")),
  }));
  expect(asked).toHaveLength(2);
  // A page that is not painted for three seconds asks all the same (web/src/starter/loading.ts).
  expect(Math.min(...asked)).toBeGreaterThan(Math.min(painted, 3000));
  expect(loaded).toEqual(expect.arrayContaining([DISPLAY, TEXT]));
});

test("the next page has the fonts out of the browser's cache", async ({ page }) => {
  await noteShifts(page);
  await page.goto("/services");
  await fontsFetched(page);
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>('footer a[href="/blog"]');
    location.assign(link?.href ?? "");
  });
  await expect(page).toHaveURL("/blog");
  await expectStill(page);
  expect(await drawnFonts(page)).toEqual([DISPLAY, TEXT]);
  const marks = await page.evaluate(() => performance.getEntriesByType("resource"));
  const fetched = marks.filter(({ name }) => name.endsWith(".woff2"));
  expect(fetched).toHaveLength(2);
  for (const { transferSize } of fetched as { transferSize?: number }[]) {
    expect(transferSize).toBe(0);
  }
});

test("with data saving on, the fallbacks stay and no font is fetched", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
  const fetched = requestsOf(page);
  await page.goto("/");
  await expect(page.locator('link[rel="manifest"]')).toBeAttached();
  expect(fetched.filter((address) => address.endsWith(".woff2"))).toEqual([]);
  await expect(page.getByRole("heading", { level: 1 })).toHaveCSS(
    "font-family",
    /^"Brygada as Times"/,
  );
});

test.describe("Fonts that are blocked", () => {
  test.use({ allowedConsole: /Failed to load resource|ERR_FAILED|decode|font/ });

  test("leave a page in its fallbacks, and nothing moves", async ({ page }) => {
    await lose(page, "GET /assets/*.woff2");
    await noteShifts(page);
    await page.goto("/");
    await expectStill(page);
    expect(await drawnFonts(page)).not.toContain(DISPLAY);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });
});

/** Fetches everything anew, as on a first visit. */
async function forgetFiles(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
}

/** The fonts that the page's heading and its texts are drawn with, by what the browser did. */
async function drawnFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const drawn: string[] = [];
  for (const selector of ["main h1", "main p"]) {
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    for (const { familyName } of fonts) drawn.push(familyName);
  }
  await session.detach();
  return drawn.map((name) => [DISPLAY, TEXT].find((font) => name.startsWith(font)) ?? name);
}
