/** Notices: one at a time, for five seconds or until it is closed. */
import type { Page } from "@playwright/test";
import { askForCode, expectToast, openReferral, toast } from "./support/programme";
import { expect, test } from "./support/test";

test("only the newest notice is shown; F8 moves the focus to it, Escape closes it @engines", async ({
  page,
}) => {
  await openReferral(page);
  await askForCode(page, "Login", "1");
  await expectToast(page, "Please enter a valid mobile number.");
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Please fill in all required fields for referral.");
  await expect(toast(page)).toHaveCount(1);
  await page.keyboard.press("F8");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  await expect(toast(page)).toBeHidden();
});

test("a notice disappears after five seconds", async ({ page }) => {
  await page.clock.install();
  await openReferral(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await askForCode(page, "Login", "1");
  await expect(toast(page)).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(4900);
  await expect(toast(page)).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page)).toBeHidden();
});

test("a swipe of more than fifty pixels dismisses a notice, a shorter one does not", async ({
  page,
}) => {
  await openReferral(page);
  await askForCode(page, "Login", "1");
  // It arrives with a movement; `hover` waits for its end.
  await toast(page).hover();
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
