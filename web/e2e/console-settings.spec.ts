/** What an owner sets in the console holds at once, for everybody. */
import { fillProgramme, FIRST, openConsole, reasonDialog } from "./support/console";
import { BINU, fillAsGuest } from "./support/programme";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

test.describe("The settings", { tag: "@hosted" }, () => {
  test("a reason that an owner adds is chosen at once, and read by the referrer", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server, "/settings");
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await page.getByRole("button", { name: "Change limits…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Received").fill("1");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("row", { name: "Received 1 working day" })).toBeVisible();
    await expectAccessibleWideAndNarrow(page);

    await page.getByRole("link", { name: "Reasons to decline" }).click();
    await page.getByRole("button", { name: "Add a reason…" }).click();
    await dialog.getByLabel("Label").fill("Moved abroad");
    await dialog.getByLabel("Sentence").fill("They have moved.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("cell", { name: "Moved abroad", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Switch off Not interested" }).click();
    await expect(page.getByText("Not offered", { exact: true })).toBeVisible();
    await expectAccessibleWideAndNarrow(page);

    await page.goto("/console/referrals");
    await page.getByRole("link", { name: FIRST, exact: true }).click();
    await expect(page.getByRole("heading", { name: FIRST })).toBeVisible();
    await page.keyboard.press("d");
    const close = reasonDialog(page, FIRST);
    await expect(close.getByRole("option", { name: "Not interested" })).toHaveCount(0);
    await close.getByLabel("Reason").selectOption("Moved abroad");
    await expect(close.getByText("The referrer will read: “They have moved.”")).toBeVisible();
    await close.getByRole("button", { name: "Close it" }).click();
    await expect(page.getByText("Declined: Moved abroad")).toBeVisible();
    await page.goto("/console/reports");
    await expect(page.getByRole("cell", { name: "Moved abroad", exact: true })).toBeVisible();
  });

  test("a service that an owner adds is chosen at once, and one that is switched off no more", async ({
    page,
    browser,
    server,
  }) => {
    await openConsole(page, server, "/settings?tab=services");
    const visitor = await server.onAnotherDevice(browser);
    await visitor.goto("/referral");
    await fillAsGuest(visitor);

    await page.getByRole("button", { name: "Add a service…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label").fill("Drone survey");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("cell", { name: "drone-survey", exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Switch off Training" }).click();
    await expect(page.getByText("Not offered", { exact: true })).toBeVisible();
    await expectAccessibleWideAndNarrow(page);

    const service = visitor.getByLabel("Service");
    await test.step("a visitor whose page is older is told beside the field", async () => {
      await visitor.getByRole("button", { name: "Submit Referral" }).click();
      await expect(service).toHaveAccessibleDescription(/We do not offer this service/);
      await expect(service.getByRole("option", { name: "Training" })).toHaveCount(0);
    });
    await service.selectOption("Drone survey");
    await visitor.getByRole("button", { name: "Submit Referral" }).click();
    await expect(visitor.getByText("Referral Submitted!").first()).toBeVisible();
    await visitor.context().close();

    await page.goto("/console/referrals?service=drone-survey");
    await expect(page.getByRole("link", { name: BINU.name, exact: true })).toBeVisible();
    await expect(page.getByText("Drone survey").first()).toBeVisible();
  });
});
