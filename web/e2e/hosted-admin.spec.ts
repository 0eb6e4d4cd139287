/** What the admin of the specification does, on a server: staff do it in the console. */
import {
  ADMIN,
  BINU,
  closeToast,
  expectToast,
  KEYS,
  openReferral,
  prepare,
  record,
  referAsGuest,
  referralOf,
} from "./support/programme";
import { askForPoints, openConsole } from "./support/console";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";
import { pointsByRequest, refuseAsStale } from "./support/by-request";

test.describe("Hosted admin", { tag: "@hosted" }, () => {
  test("the admin sees others’ referrals in the console alone, after the second factor", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await referAsGuest(page);
    await server.logIn(page, "Login", ADMIN);
    await expect(referralOf(page, BINU.name)).toBeHidden();
    const way = page.getByRole("link", { name: "Console", exact: true });
    await expect(way).toHaveAttribute("href", "/console");
    await page.goto("/console");
    const code = page.getByLabel("Authenticator code");
    await code.fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(code).toHaveAccessibleDescription(/neither your authenticator/);
    await page.goto("/console/referrals");
    await expect(page.getByRole("link", { name: BINU.name })).toBeHidden();
    await code.fill(server.secondFactor());
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("link", { name: BINU.name })).toBeVisible();
    await openReferral(page);
    await expect(referralOf(page, BINU.name)).toBeHidden();
  });

  test("points make a referral Successful; invalid ones are refused and stay to be corrected", async ({
    page,
    server,
  }) => {
    await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
    await openConsole(page, server);
    const { dialog, points, save } = await askForPoints(page, BINU.name);
    for (const text of ["", "-1", "+1", "1.5", "1e3", "ten", "9007199254740992"]) {
      await points.fill(text);
      await save.click();
      // The button had the focus.
      await expect(points).toBeFocused();
      await expect(points).toHaveAttribute("aria-invalid", "true");
      await expect(points).toHaveValue(text);
      await expectToast(page, "Please enter valid points.");
      await closeToast(page);
    }
    await points.press("Escape");
    await expect(dialog).toBeHidden();
    await page.keyboard.press("p");
    await points.fill("25");
    await points.press("Enter");
    await expectToast(page, "Points assigned successfully.");
    await closeToast(page);
    const beside = page.getByRole("region", { name: "Referral", exact: true });
    await expect(beside.getByText("Successful", { exact: true }).first()).toBeVisible();
    await page.keyboard.press("p");
    await points.fill("0");
    await points.press("Enter");
    await expectToast(page, "Points assigned successfully.");
    expect(await pointsByRequest(page)).toEqual([0, 25, 0]);
  });

  test("a conflicting edit is reported and can be saved again", async ({ page, server }) => {
    await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
    await openConsole(page, server);
    const { dialog, points, save } = await askForPoints(page, BINU.name);
    await points.fill("10");
    await server.records.command(BINU.name, { kind: "points", points: "25" });
    await save.click();
    await expect(dialog).toContainText("Someone else has changed it in the meantime");
    await expect(dialog).toContainText("Successful");
    await expect(points).toHaveValue("10");
    await expectAccessibleWideAndNarrow(page);
    await save.click();
    await expectToast(page, "Points assigned successfully.");
    expect(await pointsByRequest(page)).toEqual([0, 25, 10]);
  });

  test("an export asks for the second factor again when the last one is old, and can be cancelled", async ({
    page,
    server,
  }) => {
    await openConsole(page, server, "/privacy");
    await refuseAsStale(page, "GET /api/export?format=json");
    const exporting = page.getByRole("button", { name: "Export as JSON" });
    const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
    await exporting.focus();
    await page.keyboard.press("Enter");
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
    const [recovery = ""] = await server.recoveryCodes();
    const code = page.getByLabel("Authenticator code");
    await openReferral(page);
    await server.logIn(page, "Login", ADMIN);
    await page.goto("/console");
    await code.fill(recovery);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await openReferral(page);
    await page.getByRole("button", { name: "Logout" }).click();
    await server.logIn(page, "Login", ADMIN);
    await page.goto("/console");
    await code.fill(recovery);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(code).toHaveAccessibleDescription(/nor an unused recovery code/);
  });

  test("an exported copy can be imported after an erasure", async ({ page, server }) => {
    await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
    await openConsole(page, server, "/privacy");
    const saving = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export as JSON" }).click();
    const file = await (await saving).path();

    await page.getByRole("button", { name: "Erase a person…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Their phone number").fill(BINU.phone);
    await dialog.getByRole("button", { name: "Erase", exact: true }).click();
    await expectToast(page, "Erasure Finished");
    expect(await server.records.under(KEYS.referrals)).toEqual([]);

    await page.getByLabel("Import a JSON export").setInputFiles(file);
    await expect(page.getByRole("dialog", { name: "Import Records" })).toBeVisible();
    await expectAccessibleWideAndNarrow(page);
  });
});
