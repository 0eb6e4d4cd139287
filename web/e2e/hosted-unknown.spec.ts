/** Writes whose answers are lost. */
import type { Page } from "@playwright/test";
import { pointsByRequest } from "./support/by-request";
import { BINU, editPoints, expectToast, referralOf } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const POINTS = "**/api/referrals/*/points";

/** Loses the next answers, this many or all. The server still handles the requests. */
async function loseAnswers(page: Page, times?: number) {
  const options = times === undefined ? {} : { times };
  await page.route(
    POINTS,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    options,
  );
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
    await loseAnswers(page);
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Not Known Yet")).toBeVisible();
    await expect(page.getByText(/we do not know whether this was saved/).first()).toBeVisible();
    await page.unroute(POINTS);
    await referralOf(page, BINU.name)
      .getByLabel(/^Points/)
      .fill("30");
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Points assigned successfully.");
    await expect(page.getByText("Not Known Yet")).toBeHidden();
    expect(await pointsByRequest(page)).toEqual([0, 25, 30]);
  });
});
