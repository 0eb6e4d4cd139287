/** Submitting where there is no connection. */
import type { Page } from "@playwright/test";
import { BINU, expectToast, MEMBER, openReferral } from "./support/programme";
import { test } from "./support/hosted";
import { fillInAsGuest } from "./support/hosted-visits";
import { expect } from "./support/test";

async function submitAsGuest(page: Page) {
  await fillInAsGuest(page);
  await page.getByRole("button", { name: "Submit Referral" }).click();
}

test.describe("Hosted, without a connection", { tag: "@once" }, () => {
  test("a referral waits, and is sent once when the connection is back", async ({
    page,
    context,
    server,
  }) => {
    await openReferral(page);
    const other = await context.newPage();
    await openReferral(other);
    await context.setOffline(true);
    await submitAsGuest(page);
    await expectToast(page, "Referral Saved for Later");
    await expect(page.getByText("1 referral waits for a connection.")).toBeVisible();
    await expect(other.getByText("1 referral waits for a connection.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/waits for a connection/)).toBeHidden();
    await expect(other.getByText(/waits for a connection/)).toBeHidden();
    await server.enter(page, "Sign Up", MEMBER);
    await expect(page.getByRole("listitem", { name: BINU.name })).toHaveCount(1);
  });

  test("it waits through a reload", async ({ page, context, server }) => {
    await openReferral(page);
    await context.setOffline(true);
    await submitAsGuest(page);
    await expect(page.getByText("1 referral waits for a connection.")).toBeVisible();
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await openReferral(later);
    await server.enter(later, "Sign Up", MEMBER);
    await expect(later.getByRole("listitem", { name: BINU.name })).toHaveCount(1);
    expect(await later.evaluate(() => localStorage.getItem("waitingReferrals"))).toBeNull();
  });
});

test.describe("Hosted, without a server", { tag: "@once" }, () => {
  test.use({ allowedConsole: /Failed to load resource|could not be opened/ });

  test("a page that opens without the server says so, and tries again", async ({ page }) => {
    await page.route("**/config.json", (route) => route.abort());
    await page.goto("/referral");
    await expect(page.getByText("could not be loaded")).toBeVisible();
    await page.unroute("**/config.json");
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
  });
});
