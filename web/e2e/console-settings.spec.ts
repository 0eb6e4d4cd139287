/** What an owner sets in the console holds at once, for everybody. */
import { fillProgramme, FIRST, openConsole, reasonDialog } from "./support/console";
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
});
