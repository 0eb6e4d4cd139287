import type { Page } from "@playwright/test";
import { askForCode, expectToast, openReferral, toast } from "./support/programme";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await openReferral(page);
});

test("only one notice is shown: the newest", async ({ page }) => {
  await askForCode(page, "Login", "1");
  // A server, which takes more spellings, asks for the country.
  await expectToast(page, /Please enter a valid mobile number\.|with its country code/);
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Please fill in all required fields for referral.");
  await expect(toast(page)).toHaveCount(1);
});

test("a notice goes by itself after five seconds", async ({ page }) => {
  await askForCode(page, "Login", "1");
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(4200);
  await expect(toast(page)).toBeVisible();
  await expect(toast(page)).toBeHidden({ timeout: 2500 });
});

test("F8 leads to the notices, Escape closes one", async ({ page }) => {
  await askForCode(page, "Login", "1");
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(toast(page)).toBeHidden();
});

test("a swipe of more than fifty pixels dismisses, a shorter one does not", async ({ page }) => {
  await askForCode(page, "Login", "1");
  const box = await toast(page).boundingBox();
  const x = (box?.x ?? 0) + 40;
  const y = (box?.y ?? 0) + (box?.height ?? 0) / 2;
  await swipe(page, x, y, 30);
  await expect(toast(page)).toBeVisible();
  await swipe(page, x, y, 120);
  await expect(toast(page)).toBeHidden();
});

async function swipe(page: Page, x: number, y: number, by: number) {
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 6; step += 1) await page.mouse.move(x + (by * step) / 6, y);
  await page.mouse.up();
}
