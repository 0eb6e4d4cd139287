/** A spreadsheet becomes referrals, and is taken out again. */
import type { Page } from "@playwright/test";
import { fillProgramme, openConsole } from "./support/console";
import {
  expectAccessibleWideAndNarrow,
  expectNoSidewaysScrolling,
  nothingFetched,
} from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

const HEADINGS = ["Referred by", "Referrer mobile", "Candidate", "Contact no.", "Interested in"];

/** A list as a spreadsheet copies it: the first twenty rows have numbers without a known country. */
function listOf(count: number): string {
  const rows = Array.from({ length: count }, (_, at) => {
    const number = String(at).padStart(4, "0");
    const phone = at < 20 ? `2345 ${number} 01` : `+91 98000 1${number}`;
    return ["Gita", "90000 00077", `Person ${number}`, phone, "it services"];
  });
  return [HEADINGS, ...rows].map((row) => row.join("\t")).join("\n");
}

async function openImport(page: Page, text: string) {
  await page.getByRole("link", { name: "Import a spreadsheet…" }).click();
  await page.getByLabel("Rows", { exact: true }).fill(text);
}

const figure = (page: Page, name: string) =>
  page
    .getByRole("region", { name: "What we found" })
    .getByText(name, { exact: true })
    .locator("..");

test.describe("An import", { tag: "@hosted" }, () => {
  test("a spreadsheet of 500 rows with 20 doubtful ones is in, and out again by one undo", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await expect(page.getByText("7 of 7 shown.")).toBeVisible();
    await openImport(page, listOf(500));
    await expect(page.getByLabel("What Candidate is")).toHaveValue("referredName");
    await expect(page.getByLabel("What Contact no. is")).toHaveValue("referredPhone");
    await expect(page.getByLabel("What Referred by is")).toHaveValue("referrerName");

    await page.getByRole("button", { name: "Check 500 rows" }).click();
    await expect(figure(page, "Fine")).toContainText("480");
    await expect(figure(page, "Doubtful")).toContainText("20");
    await expect(page.getByText("Their number needs a country code.")).toHaveCount(20);
    await expectAccessibleWideAndNarrow(page);
    await expect(page.getByRole("button", { name: "Import 480 referrals" })).toBeVisible();
    await page.getByRole("button", { name: "Choose all" }).click();
    await page.getByRole("button", { name: "Import 500 referrals" }).click();

    await expect(page.getByText("500 referrals came in.").first()).toBeVisible();
    await expect(page.getByLabel("Rows", { exact: true })).toHaveValue("");
    await expectAccessibleWideAndNarrow(page);
    await page.getByRole("link", { name: "Show the referrals" }).click();
    await expect(page.getByText("of 507 shown.")).toBeVisible();

    await page.getByRole("link", { name: "Import a spreadsheet…" }).click();
    const first = page.getByRole("row").filter({ hasText: "500 referrals" });
    await first.hover();
    await first.getByRole("button", { name: /^Take out again/ }).click();
    await expect(page.getByRole("dialog")).toContainText("500 referrals of this import");
    await expectAccessibleWideAndNarrow(page);
    await page.getByRole("button", { name: "Take out 500 referrals" }).click();
    // A hundred at a time.
    await expect(first).toContainText("None here. 500 taken out");
    await page.goto("/console/referrals");
    await expect(page.getByText("7 of 7 shown.")).toBeVisible();
  });

  test("on a phone, some rows are left out, corrected, and come in; what was worked on stays", async ({
    page,
    server,
  }) => {
    await openConsole(page, server);
    await page.setViewportSize({ width: 320, height: 740 });
    const list = 'Name;Phone\n"Nair; Asha";98000 00001\nBina;2345 0000 01\n;98000 00003\n';
    await page.getByRole("link", { name: "Import a spreadsheet…" }).click();
    await page
      .getByLabel("Or choose a CSV file")
      .setInputFiles({ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(list) });
    await page.getByLabel("Service", { exact: true }).selectOption("Training");
    await page.getByLabel("Referrer’s name", { exact: true }).fill("Gita");
    await page.getByLabel("Referrer’s phone", { exact: true }).fill("90000 00077");
    await expectNoSidewaysScrolling(page);
    await page.getByRole("button", { name: "Check 3 rows" }).click();
    await expect(page.getByRole("heading", { name: "What we found" })).toBeFocused();
    const refused = page.getByRole("list", { name: "Rows that cannot come in" });
    await expect(refused).toContainText("Row 4: 98000 00003");
    await expectNoSidewaysScrolling(page);
    await page.getByRole("button", { name: "Import 1 referral" }).click();
    await expect(page.getByText("The rows that did not come in are still below.")).toBeVisible();
    const rows = page.getByLabel("Rows", { exact: true });
    await expect(rows).toHaveValue("Name;Phone\nBina;2345 0000 01\n;98000 00003");

    await rows.fill("Name;Phone\nBina;98000 00002");
    await page.getByRole("button", { name: "Check 1 row" }).click();
    await page.getByRole("button", { name: "Import 1 referral" }).click();
    await expect(rows).toHaveValue("");
    await server.records.command("Bina", { kind: "move", stage: "contacted" });
    await nothingFetched(page);
    await page.getByRole("button", { name: "Take out again…", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Nothing of this import can go.");
    await expect(dialog.getByRole("link", { name: "Bina" })).toBeVisible();
    await expect(dialog).toContainText("somebody has worked on it");
    await expectNoSidewaysScrolling(page);
  });
});
