/** Script that comes late, or not at all: the page says so, recovers, and sends nothing twice. */
import type { Page } from "@playwright/test";
import { BINU, expectToast, fillReferred, KEYS, openReferral, stored } from "./support/programme";
import { expect, test } from "./support/test";

const RULES = "**/assets/*.wasm";

/** A file arrives this many milliseconds late. */
function delay(page: Page, file: string, ms: number) {
  return page.route(file, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  });
}

test.describe("Slow script", { tag: "@once" }, () => {
  test("the programme says that it loads until the rules are there", async ({ page }) => {
    await delay(page, RULES, 5000);
    await page.goto("/referral");
    await expect(page.getByText("Loading authentication status...")).toBeVisible();
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled({
      timeout: 15_000,
    });
  });

  test("a message that waits for where it goes is sent once, whatever is pressed", async ({
    page,
  }) => {
    await delay(page, "**/config.json", 5000);
    await page.goto("/contact");
    await page.getByLabel("Name", { exact: true }).fill("Asha Menon");
    await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
    await page.getByLabel("Subject", { exact: true }).fill("Fitters");
    await page.getByLabel("Message", { exact: true }).fill("From March.");
    const sent: string[] = [];
    page.on("console", (line) => {
      if (line.type() === "log") sent.push(line.text());
    });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
    await page.getByLabel("Subject", { exact: true }).press("Enter");
    await expect(page.getByText("Message Sent!").first()).toBeVisible({ timeout: 15_000 });
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    expect(sent).toHaveLength(1);
  });

  test("what is typed while the rules are on their way is one referral", async ({ page }) => {
    await openReferral(page);
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill("98400");
    await fillReferred(page, BINU);
    const button = page.getByRole("button", { name: /Submit/ });
    await button.dblclick();
    await page.getByLabel("Your Name").press("Enter");
    await expectToast(page, "Referral Submitted!");
    await page.reload();
    expect(await stored(page, KEYS.referrals)).toHaveLength(1);
  });
});

test.describe("A page whose script is gone since the last deploy", { tag: "@once" }, () => {
  test.use({ allowedConsole: /Failed to load resource|dynamically imported module/ });

  test("says so, keeps the bar, and comes when it is asked for again", async ({ page }) => {
    const scripts = "**/assets/services-page-*.js";
    await page.route(scripts, (route) => route.fulfill({ status: 404, body: "gone" }));
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: "could not be loaded" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await page.unroute(scripts);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/services/i);
  });
});
