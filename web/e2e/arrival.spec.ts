/** Where one arrives: at any address, with links within a page, and with Back. */
import type { Page } from "@playwright/test";
import { alive } from "./support/alive";
import { ROUTES } from "./support/routes";
import { expect, test } from "./support/test";

test.describe("Any address", () => {
  for (const end of ["#%zz", "#%", "#%E0%A4%A", "#nothing", "?subject=%zz&x=%", "?#?#%"]) {
    test(`shows its page, also one that ends in ${end}`, async ({ page }) => {
      for (const route of ROUTES) {
        await page.goto(route + end);
        await alive(page);
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await expect(page.getByRole("contentinfo")).toBeVisible();
      }
    });
  }

  test("shows its page when it is typed over another", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await page.evaluate(() => location.assign("#%zz"));
    await page.evaluate(() => location.assign("#it-services"));
    await expect(page.getByRole("heading", { name: "IT Services", exact: true })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
  });
});

test.describe("An error that nobody thought of", () => {
  test.use({ allowedConsole: /out of order/ });

  test("shows a page with a way on", async ({ page }) => {
    await page.goto("/blog");
    await alive(page);
    await page.evaluate(() => {
      window.scrollTo = () => {
        throw new Error("out of order");
      };
    });
    await page.getByRole("contentinfo").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: "could not be loaded" })).toBeVisible();
    await expect(page).toHaveTitle(/could not be loaded/);
    await expect(page.getByRole("button", { name: "Try again" })).toBeVisible();
    await page.getByRole("link", { name: "Go to the home page" }).click();
    await expect(page.getByRole("link", { name: "Our Services" })).toBeVisible();
  });
});

test.describe("Back", () => {
  test("is where one was, after links within a page", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await scrollTo(page, 150);
    const start = await position(page);
    await follow(page, "#it-services");
    const it = await position(page);
    expect(it).toBeGreaterThan(start + 300);
    await follow(page, "#mro-consulting");
    const mro = await position(page);
    expect(mro).toBeGreaterThan(it + 300);
    await page.goBack();
    await expect.poll(() => position(page)).toBe(it);
    await page.goBack();
    await expect.poll(() => position(page)).toBe(start);
    await page.goForward();
    await expect.poll(() => position(page)).toBe(it);
  });

  test("is where one was, after the same link twice and another page", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await follow(page, "#it-services");
    await scrollTo(page, 0);
    await follow(page, "#it-services");
    await scrollTo(page, 900);
    await press(page, 'footer a[href="/contact"]');
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Us");
    await expect.poll(() => position(page)).toBe(0);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
    await expect.poll(() => position(page)).toBe(900);
  });

  test("does not lend one page's place to another", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await follow(page, "#mro-consulting");
    const mro = await position(page);
    await press(page, 'footer a[href="/blog"]');
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    await press(page, '#page a[href="/blog/hotel-chandrayan-najibabad"]');
    await expect(page.getByRole("navigation", { name: "In this post" })).toBeVisible();
    const first = await page.locator("nav[aria-labelledby=in-this-post] a").first();
    await follow(page, (await first.getAttribute("href")) ?? "");
    expect(await position(page)).toBeGreaterThan(0);
    await page.goBack();
    await expect.poll(() => position(page)).toBe(0);
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
    await expect.poll(() => position(page)).toBe(mro);
  });

  test("is where one was, also after a reload", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await scrollTo(page, 150);
    await follow(page, "#it-services");
    await page.reload();
    await alive(page);
    await page.goBack();
    await expect.poll(() => position(page)).toBe(150);
  });
});

/** Follows a link within the page, by hand: Playwright's own click would scroll to it first. */
async function follow(page: Page, href: string) {
  await press(page, `a[href="${href}"]`);
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await settled(page);
}

async function press(page: Page, link: string) {
  await page
    .locator(link)
    .first()
    .evaluate((element: HTMLAnchorElement) => element.click());
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await settled(page);
}

/** Where the page is scrolled to has been noted by then. */
async function settled(page: Page) {
  await page.waitForTimeout(150);
}

function position(page: Page) {
  return page.evaluate(() => Math.round(window.scrollY));
}
