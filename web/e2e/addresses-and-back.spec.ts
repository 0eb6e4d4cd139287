/** Navigation: every address, links within a page, and Back. */
import type { Page } from "@playwright/test";
import { hydrated, open, ROUTES } from "./support/pages";
import { expect, test } from "./support/test";

test("every path shows its page, whatever query or fragment follows", async ({ page }) => {
  const ends = ["#%", "#%E0%A4%A", "#nothing", "?subject=%zz&x=%", "?#?#%"];
  const addresses = [
    ...ROUTES.map((route) => `${route}?subject=%zz&x=%#%zz`),
    ...ends.map((end) => `/services${end}`),
  ];
  for (const address of addresses) {
    await test.step(address, async () => {
      await open(page, address);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("contentinfo")).toBeVisible();
    });
  }
  await test.step("one that is typed over another", async () => {
    await open(page, "/services");
    await page.evaluate(() => location.assign("#%zz"));
    await page.evaluate(() => location.assign("#it-services"));
    await expect(page.getByRole("heading", { name: "IT Services", exact: true })).toBeInViewport();
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
  });
});

test("an unknown path shows the home page, and search engines do not index it", async ({
  page,
}) => {
  for (const path of ["/nothing-here", "/services/hr", "/blog/a/b", "/__proto__"]) {
    await test.step(path, async () => {
      const response = await page.goto(path);
      if (!path.startsWith("/blog/")) expect(response?.status()).toBe(200);
      await expect(page.getByRole("link", { name: "Our Services" })).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    });
  }
});

test.describe("An unexpected error", () => {
  test.use({ allowedConsole: /out of order/ });

  test("shows a page with a link to go on", async ({ page }) => {
    await open(page, "/blog");
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
  test("returns to the previous scroll position, after links within a page and after a reload", async ({
    page,
  }) => {
    await open(page, "/services");
    await scrollTo(page, 150);
    await follow(page, "#it-services");
    const it = await position(page);
    expect(it).toBeGreaterThan(450);
    await follow(page, "#mro-consulting");
    expect(await position(page)).toBeGreaterThan(it + 300);
    await page.goBack();
    await expectPosition(page, it);
    await page.goBack();
    await expectPosition(page, 150);
    await page.goForward();
    await expectPosition(page, it);
    await page.reload();
    await hydrated(page);
    await page.goBack();
    await expectPosition(page, 150);
  });

  test("shows the page that React had shown, also after React is unloaded @engines", async ({
    page,
  }) => {
    await open(page, "/contact");
    await page.getByRole("contentinfo").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
    await page.reload();
    await page.goBack();
    await expect(page).toHaveURL("/contact");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Us");
  });

  test("returns to the previous scroll position after the same link twice and another page @engines", async ({
    page,
  }) => {
    await open(page, "/services");
    await follow(page, "#it-services");
    await scrollTo(page, 0);
    await follow(page, "#it-services");
    await scrollTo(page, 900);
    await press(page, 'footer a[href="/contact"]');
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Contact Us");
    await expectPosition(page, 0);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
    await expectPosition(page, 900);
  });

  test("does not use the scroll position of another page", async ({ page }) => {
    await open(page, "/services");
    await follow(page, "#mro-consulting");
    const mro = await position(page);
    await press(page, 'footer a[href="/blog"]');
    await expect(page.getByRole("heading", { level: 1, name: "Blog" })).toBeFocused();
    await press(page, '#page a[href="/blog/hotel-chandrayan-najibabad"]');
    const contents = page.getByRole("navigation", { name: "In this post" });
    await expect(contents).toBeVisible();
    const first = contents.getByRole("link").first();
    await follow(page, (await first.getAttribute("href")) ?? "");
    expect(await position(page)).toBeGreaterThan(0);
    await page.goBack();
    await expectPosition(page, 0);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Blog");
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Services");
    await expectPosition(page, mro);
  });
});

/**
 * Clicks a link within the page with the mouse, because Playwright's `click` would scroll to it
 * first.
 */
async function follow(page: Page, href: string) {
  await press(page, `a[href="${href}"]`);
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await scrollHeard(page);
}

async function press(page: Page, link: string) {
  await page
    .locator(link)
    .first()
    .evaluate((element: HTMLAnchorElement) => element.click());
}

async function scrollTo(page: Page, top: number) {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: "instant" }), top);
  await scrollHeard(page);
}

/** Waits until the page has handled a scroll, in the next frame. */
function scrollHeard(page: Page) {
  return page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
}

async function expectPosition(page: Page, top: number) {
  await expect.poll(() => position(page)).toBe(top);
}

function position(page: Page) {
  return page.evaluate(() => Math.round(window.scrollY));
}
