/** Writes whose answers are lost. */
import type { Page, Route } from "@playwright/test";
import { pointsByRequest } from "./support/by-request";
import { BINU, editPoints, expectToast, referralOf } from "./support/programme";
import { intercept } from "./support/requests";
import { expect, hostedTest as test } from "./support/test";

/**
 * Loses the next answers to new points, this many or all, until the returned function is called.
 * The server still handles the requests.
 */
function loseAnswers(page: Page, times?: number) {
  return intercept(page, "PUT /api/referrals/*/points", loseAnswer, times);
}

async function loseAnswer(route: Route) {
  await route.fetch();
  await route.abort();
}

test.describe("Hosted, with lost answers", { tag: "@hosted" }, () => {
  test.use({ allowedConsole: /Failed to load resource/ });

  test.beforeEach(async ({ page, server }) => {
    await server.openAsAdmin(page);
    await (await editPoints(referralOf(page, BINU.name))).fill("25");
  });

  test("points whose answer is lost are requested again, and saved once", async ({ page }) => {
    await loseAnswers(page, 1);
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Points assigned successfully.");
    expect(await pointsByRequest(page)).toEqual([0, 25]);
  });

  test("an unknown outcome is reported, and checked when the site is back", async ({ page }) => {
    const restore = await loseAnswers(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Not Known Yet")).toBeVisible();
    await expect(page.getByText(/we do not know whether this was saved/).first()).toBeVisible();
    await restore();
    await referralOf(page, BINU.name)
      .getByLabel(/^Points/)
      .fill("30");
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Points assigned successfully.");
    await expect(page.getByText("Not Known Yet")).toBeHidden();
    expect(await pointsByRequest(page)).toEqual([0, 25, 30]);
  });
});
