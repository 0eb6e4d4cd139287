/** The layout of every page: the bar, the menu on small screens, and navigation. */
import type { Page } from "@playwright/test";
import {
  expectReadableInTheDark,
  fontsFetched,
  hydrated,
  nothingFetched,
  open,
  requestsOf,
  showNavigation,
} from "./support/pages";
import { expect, test } from "./support/test";

test("links between the pages", { tag: ["@small", "@engines"] }, async ({ page }) => {
  const heading = page.getByRole("heading", { level: 1 });
  await open(page, "/services");
  await test.step("the first Tab offers to skip to the content", async () => {
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    const main = page.getByRole("main");
    await expect(main.locator(":focus").or(page.locator("main:focus"))).toHaveCount(1);
  });
  const title = await page.title();
  await test.step("the header stays visible while the page scrolls", async () => {
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await expect(page.getByRole("banner")).toBeInViewport();
  });
  await test.step("another page has its own title, the focus on its heading, and starts at its top", async () => {
    await showNavigation(page);
    // With the mouse, because Playwright's `click` would scroll the page first.
    const link = page.getByRole("banner").getByRole("link", { name: "Contact Us" });
    const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.click(x + 4, y + 4);
    await expect(page).toHaveURL("/contact");
    await expect(heading).toBeFocused();
    await expect(page).not.toHaveTitle(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
  await test.step("Back restores the title and the place", async () => {
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(700);
  });
});

test("a page change is animated for 0.3 seconds", async ({ page }) => {
  await open(page, "/");
  // Noted in the page when the animation begins, because it may be over before Playwright looks.
  await page.evaluate(() => {
    const start = document.startViewTransition.bind(document);
    document.startViewTransition = (...given) => {
      const transition = start(...given);
      const lasts = transition.ready.then(() => {
        const arriving = document.getAnimations().filter(({ effect }) => {
          return effect instanceof KeyframeEffect && effect.pseudoElement?.includes("new(");
        });
        return arriving.map(({ effect }) => effect?.getTiming().duration);
      });
      Object.assign(window, { lasts });
      return transition;
    };
  });
  await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
  await expect.poll(() => animations(page)).toContain(300);
});

test("nothing is animated for visitors who prefer reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "/");
  await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  const moving = await page.evaluate(
    () => document.getAnimations().filter((a) => Number(a.effect?.getTiming().duration) > 0).length,
  );
  expect(moving).toBe(0);
});

test.describe("The menu of small screens", { tag: "@phone" }, () => {
  test("stops the page behind it from scrolling, and closes on Escape, with a link, and when the window widens", async ({
    page,
  }) => {
    await open(page, "/");
    const button = page.getByRole("button", { name: /menu/i });
    const expectOpen = async (expected: boolean) => {
      await expect(button).toHaveAttribute("aria-expanded", String(expected));
      await expect(page.locator("main[inert]")).toHaveCount(expected ? 1 : 0);
    };
    await expectOpen(false);
    await button.click();
    await expectOpen(true);
    await expectReadableInTheDark(page);
    await page.keyboard.press("Escape");
    await expectOpen(false);
    await expect(button).toBeFocused();

    await button.click();
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page).toHaveURL("/services");
    await expectOpen(false);

    await button.click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.locator("main[inert]")).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectOpen(false);
  });

  test("works without React, and keeps its state when React starts", async ({ page }) => {
    const button = page.getByRole("button", { name: /menu/i });
    await page.goto("/");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await hydrated(page);
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(page.locator("[inert]")).toHaveCount(0);
  });
});

test("the colour scheme follows the system until one is chosen, which is remembered @engines", async ({
  page,
}) => {
  const background = () =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const choose = (scheme: string) =>
    page.getByLabel(scheme, { exact: true }).check({ force: true });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/");
  const dark = await background();
  await page.emulateMedia({ colorScheme: "light" });
  const light = await background();
  expect(light).not.toBe(dark);

  await page.getByRole("contentinfo").scrollIntoViewIfNeeded();
  await choose("Dark");
  expect(await background()).toBe(dark);
  await page.reload();
  expect(await background()).toBe(dark);
  await choose("System");
  expect(await background()).toBe(light);
});

test("a colour scheme that is chosen before React starts is kept @engines", async ({ page }) => {
  const dark = page.getByLabel("Dark", { exact: true });
  await page.goto("/");
  await dark.check({ force: true });
  await hydrated(page);
  await expect(page.locator("html")).toHaveAttribute("data-scheme", "dark");
  await expect(dark).toBeChecked();
});

test.describe("Without React", () => {
  for (const [path, sign] of [
    ["/", (page) => page.getByRole("link", { name: "Our Services" }).hover()],
    ["/services", (page) => page.keyboard.press("Tab")],
    ["/blog", (page) => page.getByRole("article").first().hover()],
    [
      "/blog/hotel-chandrayan-najibabad",
      (page) => page.getByRole("link", { name: "Back to the blog" }).hover(),
    ],
  ] satisfies [string, (page: Page) => Promise<void>][]) {
    test(`${path} loads no script until the mouse or the focus is on a link`, async ({ page }) => {
      const fetched = requestsOf(page);
      const scripts = () => fetched.filter((address) => address.endsWith(".js"));
      await page.goto(path);
      await fontsFetched(page);
      await page.mouse.move(3, 400);
      await page.mouse.wheel(0, 200);
      await page.keyboard.press("PageDown");
      await nothingFetched(page);
      expect(scripts().map((address) => address.replace(/-.*/, ""))).toEqual(["/assets/later"]);
      await page.keyboard.press("Home");
      await sign(page);
      await expect.poll(() => scripts().join()).toMatch(/client-/);
    });
  }

  test("a tap on a link loads the page without React, with the same animation", async ({
    browser,
  }) => {
    const context = await browser.newContext({
      hasTouch: true,
      viewport: { width: 360, height: 740 },
    });
    const page = await context.newPage();
    const fetched = requestsOf(page);
    await page.addInitScript(() => {
      addEventListener("pagereveal", async ({ viewTransition }) => {
        await viewTransition?.ready;
        const ofPage = document.getAnimations().filter(({ effect }) => {
          return effect instanceof KeyframeEffect && effect.pseudoElement?.includes("new(root)");
        });
        Object.assign(window, { lasts: ofPage.map(({ effect }) => effect?.getTiming().duration) });
      });
    });
    await page.goto("/");
    await page.getByRole("button", { name: /menu/i }).tap();
    await page.getByRole("banner").getByRole("link", { name: "Services" }).tap();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/services/i);
    await expect.poll(() => animations(page)).toContain(300);
    await page.goBack();
    await expect(page.getByRole("button", { name: /menu/i })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
    expect(fetched.filter((address) => /client-.*\.js$/.test(address))).toEqual([]);
    await context.close();
  });
});

/** The durations of a page change's animations, which the page has noted. */
function animations(page: Page) {
  return page.evaluate(() => (window as { lasts?: number[] | Promise<number[]> }).lasts);
}
