/** Writes whose answers are lost. */
import type { Page, Route } from "@playwright/test";
import { pointsByRequest } from "./support/by-request";
import { askForPoints, openConsole } from "./support/console";
import { BINU, expectToast, KEYS, prepare, record, referAsMember } from "./support/programme";
import { intercept } from "./support/requests";
import { expect, hostedTest as test } from "./support/test";

/**
 * Loses the next answers to new points, this many or all, until the returned function is called.
 * The server still handles the requests.
 */
function loseAnswers(page: Page, times?: number) {
  return intercept(page, "POST /api/referrals/*/commands", loseAnswer, times);
}

async function loseAnswer(route: Route) {
  await route.fetch();
  await route.abort();
}

test.describe("Hosted, with lost answers", { tag: "@hosted" }, () => {
  test.use({ allowedConsole: /Failed to load resource/ });

  test.beforeEach(async ({ page, server }) => {
    await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
    await openConsole(page, server);
    await (await askForPoints(page, BINU.name)).points.fill("25");
  });

  test("points whose answer is lost are requested again, and saved once", async ({ page }) => {
    await loseAnswers(page, 1);
    await page.getByRole("button", { name: "Save points" }).click();
    await expectToast(page, "Points assigned successfully.");
    expect(await pointsByRequest(page)).toEqual([0, 25]);
  });

  test("an unknown outcome is reported, and found out before the next change", async ({ page }) => {
    const restore = await loseAnswers(page);
    await page.getByRole("button", { name: "Save points" }).click();
    await expect(page.getByText(/we do not know whether this was saved/).first()).toBeVisible();
    await restore();
    await page.getByRole("dialog").getByLabel("Points").fill("30");
    await page.getByRole("button", { name: "Save points" }).click();
    await expectToast(page, "Points assigned successfully.");
    await expect(page.getByRole("dialog")).toBeHidden();
    expect(await pointsByRequest(page)).toEqual([0, 25, 30]);
  });
});

test.describe("A member’s change with a lost answer", { tag: "@hosted" }, () => {
  test.use({ allowedConsole: /Failed to load resource/ });

  test("is reported as unknown, and checked when the site is back", async ({ page, context }) => {
    const own = await referAsMember(page);
    await own.getByRole("button", { name: /^Withdraw/ }).click();
    const restore = await loseAnswers(page);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(page.getByText("Not Known Yet")).toBeVisible();
    await expect(page.getByText(/we do not know whether this was saved/).first()).toBeVisible();
    await restore();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(page.getByText("Not Known Yet")).toBeHidden();
    await expect(own).toContainText("Withdrawn");
  });
});
