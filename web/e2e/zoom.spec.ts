/** Every page at four times its size, in more contrast, and on paper. */
import type { Page } from "@playwright/test";
import { expectNoSidewaysScrolling, ROUTES } from "./support/pages";
import { expect, test } from "./support/test";

/** What is left of a window of 1280 by 1024 pixels at 400 %. */
const ENLARGED = { width: 320, height: 256 };
/** A sheet of A4 at 96 pixels an inch. */
const SHEET = { width: 794, height: 1123 };

test("at 400 % every page is read by scrolling one way, and nothing covers it", async ({
  page,
}) => {
  await page.setViewportSize(ENLARGED);
  for (const path of ROUTES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectNoSidewaysScrolling(page);
      expect(await cutOff(page)).toEqual([]);
      await page.evaluate(() => window.scrollTo(0, 1000));
      expect(await covered(page)).toBeLessThan(ENLARGED.height / 2);
    });
  }
});

test("on paper every page is its text, without what can only be used on a screen", async ({
  page,
}) => {
  await page.setViewportSize(SHEET);
  await page.emulateMedia({ media: "print" });
  for (const path of ROUTES) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
      await expect(page.getByRole("group", { name: "Colour scheme" })).toBeHidden();
      await expectNoSidewaysScrolling(page);
      expect(await cutOff(page)).toEqual([]);
      expect(await covered(page)).toBe(0);
    });
  }
});

/** Texts that are wider than their place, and are cut off there. */
function cutOff(page: Page): Promise<string[]> {
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

/** How much of the window's height lies below what stays where it is, in CSS pixels. */
function covered(page: Page): Promise<number> {
  return page.evaluate(() => {
    const stays = (element: Element | null): boolean =>
      element !== null &&
      (/fixed|sticky/.test(getComputedStyle(element).position) || stays(element.parentElement));
    const lines = Array.from({ length: innerHeight }, (_, y) => y);
    return lines.filter((y) => stays(document.elementFromPoint(innerWidth / 2, y))).length;
  });
}
