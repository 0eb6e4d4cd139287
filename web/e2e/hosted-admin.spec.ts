/** The admin on a server, where several people may be admins. */
import {
  ADMIN,
  BINU,
  editPoints,
  expectToast,
  openReferral,
  referAsGuest,
  referralOf,
} from "./support/programme";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";
import { pointsByRequest, refuseAsStale } from "./support/by-request";

test.describe("Hosted admin", { tag: "@hosted" }, () => {
  test("the admin sees nothing before giving the second factor", async ({ page, server }) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.logIn(page, "Login", ADMIN);
    await expect(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
    await expect(referralOf(page, BINU.name)).toBeHidden();
    await page.getByLabel("Authenticator code").fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByLabel("Authenticator code")).toHaveAccessibleDescription(
      /neither your authenticator/,
    );
    await expectAccessibleWideAndNarrow(page);
    await server.confirm(page);
    await expect(referralOf(page, BINU.name)).toBeVisible();
    await expect(page.getByRole("region", { name: "Admin tools" })).toBeFocused();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Keep a copy" })).toBeVisible();
  });

  test("a conflicting edit is reported and can be saved again", async ({
    page,
    browser,
    server,
  }) => {
    await server.openAsAdmin(page);
    const colleague = await server.onAnotherDevice(browser);
    await server.logInAsAdmin(colleague);
    const here = referralOf(page, BINU.name);
    const there = referralOf(colleague, BINU.name);
    const points = await editPoints(here);
    await points.fill("10");
    await (await editPoints(there)).fill("25");
    await there.getByRole("button", { name: "Save" }).click();
    await expectToast(colleague, "Points assigned successfully.");

    await here.getByRole("button", { name: "Save" }).click();
    await expect(points).toHaveAccessibleDescription(
      /^User0000 set 25 points, Successful, on \d\d\/\d\d\/\d{4}/,
    );
    await expect(points).toHaveValue("10");
    await expectAccessibleWideAndNarrow(page);
    await here.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Points assigned successfully.");

    expect(await pointsByRequest(page)).toEqual([0, 25, 10]);
    await colleague.context().close();
  });

  test("an export asks for the second factor again when the last one is old, and can be cancelled", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await server.logInAsAdmin(page);
    await refuseAsStale(page, "GET /api/export?format=json");
    const exporting = page.getByRole("button", { name: "Export as JSON" });
    const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
    await exporting.click();
    await expect(confirming).toBeVisible();
    await expectAccessibleWideAndNarrow(page);
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect(exporting).toBeFocused();
    await refuseAsStale(page, "GET /api/export?format=json");
    await exporting.click();
    const saving = page.waitForEvent("download");
    await confirming.getByLabel("Authenticator code").fill(server.secondFactor());
    await confirming.getByRole("button", { name: "Confirm" }).click();
    await saving;
  });

  test("a recovery code works in place of the authenticator app, once", async ({
    page,
    server,
  }) => {
    const [code = ""] = await server.recoveryCodes();
    await openReferral(page);
    await server.logIn(page, "Login", ADMIN);
    const field = page.getByLabel("Authenticator code");
    await field.fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Keep a copy" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await server.logIn(page, "Login", ADMIN);
    await field.fill(code);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(field).toHaveAccessibleDescription(/nor an unused recovery code/);
  });

  test("an exported copy can be imported after an erasure in the console", async ({
    page,
    server,
  }) => {
    await server.openAsAdmin(page);
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as JSON" }).click();
    const file = await (await saving).path();

    await page.goto("/console/privacy");
    await page.getByRole("button", { name: "Erase a person…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Their phone number").fill(BINU.phone);
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expectToast(page, "Erasure Finished");
    await openReferral(page);
    await expect(page.getByText("No referrals submitted yet.")).toBeVisible();

    await page.getByLabel("Import a JSON export").setInputFiles(file);
    await expect(page.getByRole("dialog", { name: "Import Records" })).toBeVisible();
  });
});
