/** Every page at 400 %, without transparency, and on paper. */
import type { Page } from "@playwright/test";
import { cutOff, expectNoSidewaysScrolling, ROUTES } from "./support/pages";
import { askForCode, MEMBER, openReferral, serverOf } from "./support/programme";
import { expect, test } from "./support/test";

/** A window of 1280 by 1024 pixels at 400 %. */
const ENLARGED = { width: 320, height: 256 };
const WINDOW = { width: 1280, height: 1024 };
/** A4 at 96 pixels per inch. */
const SHEET = { width: 794, height: 1123 };

/** The programme's pages differ where it is on a server. */
const pagesOf = (page: Page) => (serverOf(page) ? ["/referral", "/contact"] : ROUTES);

test(
  "every page can be read at 400 %, on paper, and with reduced transparency",
  { tag: "@both" },
  async ({ page }) => {
    const emulate = await emulation(page);
    for (const path of pagesOf(page)) {
      await page.setViewportSize(ENLARGED);
      await emulate("screen");
      await page.goto(path);
      await test.step(`${path} at 400 % scrolls only vertically, and nothing covers it`, async () => {
        await expectNoSidewaysScrolling(page);
        expect(await cutOff(page)).toEqual([]);
        await page.evaluate(() => window.scrollTo(0, 1000));
        expect(await covered(page)).toBeLessThan(ENLARGED.height / 2);
      });
      await test.step(`${path} has no transparency for visitors who prefer less`, async () => {
        await page.setViewportSize(WINDOW);
        expect(await translucentElements(page)).toEqual([]);
      });
      await test.step(`${path} is printed without what can only be used on a screen`, async () => {
        await page.setViewportSize(SHEET);
        await emulate("print");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
        await expect(page.getByRole("group", { name: "Colour scheme" })).toBeHidden();
        await expect(page.getByRole("button")).toHaveCount(0);
        await expectNoSidewaysScrolling(page);
        expect(await cutOff(page)).toEqual([]);
        expect(await covered(page)).toBe(0);
      });
    }
  },
);

test("with reduced transparency nothing is seen through a dialog", async ({ page }) => {
  const emulate = await emulation(page);
  await emulate("screen");
  await openReferral(page);
  await askForCode(page, "Login", MEMBER);
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await translucentElements(page)).toEqual([]);
});

/** Shows the page on a screen or on paper to somebody who asks for less transparency. */
async function emulation(page: Page) {
  const features = [
    { name: "prefers-reduced-transparency", value: "reduce" },
    // Elements that fade in are transparent at first.
    { name: "prefers-reduced-motion", value: "reduce" },
  ];
  const session = await page.context().newCDPSession(page);
  return (media: "screen" | "print") =>
    session.send("Emulation.setEmulatedMedia", { media, features });
}

/** Backgrounds of overlays that are neither opaque nor fully transparent. */
function translucentElements(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>("body *"))
      .filter((element) => element.checkVisibility({ opacityProperty: true }))
      .filter((element) => {
        const { position, backgroundColor, backdropFilter, opacity } = getComputedStyle(element);
        const alpha = /(?:,|\/) ?(0?\.\d+)\)$/.exec(backgroundColor);
        const isOver = position === "fixed" || position === "sticky";
        return backdropFilter !== "none" || (isOver && (alpha !== null || Number(opacity) < 1));
      })
      .map((element) => element.outerHTML.slice(0, 100)),
  );
}

/** How much of the window's height is covered by fixed and sticky elements, in CSS pixels. */
function covered(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const lines = Array.from({ length: innerHeight }, (_, y) => y);
    return lines.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y))).length;
  });
}
