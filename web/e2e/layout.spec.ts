import type { Page } from "@playwright/test";
import { alive } from "./support/alive";
import { ROUTES } from "./support/routes";
import { expect, test } from "./support/test";

const BAR = [
  ["/", "Home"],
  ["/services", "Services"],
  ["/blog", "Blog"],
  ["/contact", "Contact Us"],
  ["/referral", "Referral"],
] as const;

test.describe("The common layout", () => {
  for (const path of ROUTES) {
    test(`${path} has the bar, its own link marked, and the footer`, async ({ page }) => {
      await page.goto(path);
      const bar = page.getByRole("banner");
      await expect(bar).toContainText("Karavan Global");
      await showNavigation(page);
      const links = bar.getByRole("navigation").getByRole("link");
      await expect(links).toHaveText(BAR.map(([, label]) => label));
      const own = BAR.filter(([link]) => path === link || path.startsWith(`${link}/`));
      await expect(bar.locator("nav [aria-current=page]")).toHaveText(own.map(([, name]) => name));
      const footer = page.getByRole("contentinfo");
      await expect(footer.getByRole("heading", { name: "Quick Links" })).toBeAttached();
      await expect(footer.getByRole("link", { name: "Referral Program" })).toBeAttached();
      await expect(footer.getByRole("heading", { name: "Contact Info" })).toBeAttached();
      await expect(footer).toContainText("Porur");
      await expect(footer).toContainText("Doha");
      await expect(footer).toContainText("info@karavan.example");
      await expect(footer).toContainText(String(new Date().getFullYear()));
    });
  }

  test("the bar stays in sight while the page scrolls", async ({ page }) => {
    await page.goto("/services");
    await page.evaluate(() => scrollTo({ top: 1200, behavior: "instant" }));
    await expect(page.getByRole("banner")).toBeInViewport();
  });

  test("the first Tab offers to skip to the content", async ({ page }) => {
    await page.goto("/");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("main").locator(":focus").or(page.locator("main:focus")),
    ).toHaveCount(1);
  });
});

test.describe("Any other path", () => {
  for (const path of ["/nothing-here", "/services/hr", "/blog/a/b", "/__proto__"]) {
    test(`${path} shows home`, async ({ page }) => {
      const response = await page.goto(path);
      if (!path.startsWith("/blog/")) expect(response?.status()).toBe(200);
      await expect(page.getByRole("link", { name: "Our Services" })).toBeVisible();
      await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", /noindex/);
    });
  }
});

test.describe("Moving between pages", () => {
  test("changes the title, focuses the heading, starts at the top; Back restores", async ({
    page,
  }) => {
    await page.goto("/services");
    await alive(page);
    const title = await page.title();
    await page.evaluate(() => scrollTo({ top: 900, behavior: "instant" }));
    await page.waitForTimeout(200);
    await showNavigation(page);
    // With the pointer alone: Playwright's own click would scroll the sticky bar's page first.
    const link = await page
      .getByRole("banner")
      .getByRole("link", { name: "Contact Us" })
      .boundingBox();
    await page.mouse.click((link?.x ?? 0) + 4, (link?.y ?? 0) + 4);
    const heading = page.getByRole("heading", { level: 1 });
    await expect(page).toHaveURL("/contact");
    await expect(heading).toBeFocused();
    expect(await page.title()).not.toBe(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
    await page.goBack();
    await expect(page).toHaveTitle(title);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(700);
  });

  test("animates the page for 0.3 seconds", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    await showNavigation(page);
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    const durations = await page.waitForFunction(() => {
      const running = document.getAnimations().filter((animation) => {
        const effect = animation.effect;
        return (
          effect instanceof KeyframeEffect && effect.pseudoElement?.includes("view-transition-new")
        );
      });
      return (
        running.length > 0 && running.map((animation) => animation.effect?.getTiming().duration)
      );
    });
    expect(await durations.jsonValue()).toContain(300);
  });

  test("does not animate for visitors who asked for less motion", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await alive(page);
    await showNavigation(page);
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
    const moving = await page.evaluate(
      () =>
        document.getAnimations().filter((a) => Number(a.effect?.getTiming().duration) > 0).length,
    );
    expect(moving).toBe(0);
  });
});

test.describe("A script that cannot be fetched", () => {
  test.use({ allowedConsole: /Failed to load resource|ERR_FAILED/ });

  test("leaves a page that can be read, says so, and offers to load it again", async ({ page }) => {
    const scripts = "**/assets/client-*.js";
    await page.route(scripts, (route) => route.abort());
    await page.goto("/contact");
    const lost = page.getByText("did not arrive in full");
    await expect(lost).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.unroute(scripts);
    await page.getByRole("link", { name: "Load it again" }).click();
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    await expect(lost).toBeHidden();
  });

  test("is fetched again when somebody does something, and then nothing is said any more", async ({
    page,
  }) => {
    const scripts = "**/assets/client-*.js";
    await page.route(scripts, (route) => route.abort());
    await page.goto("/contact");
    const lost = page.getByText("did not arrive in full");
    await expect(lost).toBeVisible();
    await page.unroute(scripts);
    await page.keyboard.press("Shift");
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    await expect(lost).toBeHidden();
  });
});

test.describe("The menu of small screens", { tag: "@phone" }, () => {
  test("opens, holds the page behind it still, and closes on Escape", async ({ page }) => {
    await page.goto("/");
    const button = page.getByRole("button", { name: /menu/i });
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await expect(page.getByRole("main")).toHaveAttribute("inert");
    await page.keyboard.press("Escape");
    await expect(button).toHaveAttribute("aria-expanded", "false");
    await expect(button).toBeFocused();
    await expect(page.getByRole("main")).not.toHaveAttribute("inert");
  });

  test("opens for a visitor who was faster than the script", async ({ page }) => {
    const button = page.getByRole("button", { name: /menu/i });
    await page.route("**/assets/client-*.js", async (route) => {
      await button.click();
      await route.continue();
    });
    await page.goto("/");
    await expect(button).toHaveAttribute("aria-expanded", "true");
    await button.click();
    await expect(button).toHaveAttribute("aria-expanded", "false");
  });

  test("closes when a link is followed", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: /menu/i }).click();
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page).toHaveURL("/services");
    await expect(page.getByRole("button", { name: /menu/i })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
  });

  test("closes when the window widens", async ({ page }) => {
    await page.goto("/");
    await alive(page);
    await page.getByRole("button", { name: /menu/i }).click();
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(page.getByRole("main")).not.toHaveAttribute("inert");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.getByRole("button", { name: /menu/i })).toHaveAttribute(
      "aria-expanded",
      "false",
    );
  });
});

async function showNavigation(page: Page) {
  const button = page.getByRole("button", { name: /menu/i });
  if (await button.isVisible()) await button.click();
}
