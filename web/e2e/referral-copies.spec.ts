/** Exports, imports and erasures. */
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openConsole } from "./support/console";
import {
  ADMIN,
  BINU,
  chooseImport,
  expectToast,
  exported,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  prepare,
  record,
  referAsGuest,
  referralOf,
  serverOf,
  stored,
} from "./support/programme";
import { RECORD } from "../src/testing/samples";
import { expect, test } from "./support/test";

const LIST = {
  [KEYS.referrals]: JSON.stringify([record(), record({ id: RECORD.id - 7, notes: "=1+1" })]),
};

test("the admin's export can be imported after everything was cleared", async ({ page }) => {
  await prepare(page, LIST);
  await openReferral(page);
  await logIn(page, "Login", ADMIN);
  const { name, text } = await download(page, "Export as JSON");
  expect(name).toMatch(/^referral-programme-\d{4}-\d{2}-\d{2}\.json$/);

  await page.evaluate(() => localStorage.clear());
  await openReferral(page);
  await logIn(page, "Login", ADMIN);
  await expect(page.getByText("No referrals submitted yet.")).toBeVisible();
  await chooseImport(page, text);
  const dialog = page.getByRole("dialog", { name: "Import Records" });
  await expect(dialog.getByRole("definition")).toHaveText(["2", "0", "0", "0", "0", "0"]);
  expect(await stored(page, KEYS.referrals)).toHaveLength(0);
  await dialog.getByRole("button", { name: "Import" }).click();
  await expectToast(page, "Import Finished");
  await expect(referralOf(page, BINU.name)).toHaveCount(2);
  expect(await stored(page, KEYS.referrals)).toHaveLength(2);

  await chooseImport(page, text);
  await expect(dialog).toContainText("This file contains nothing new.");
  await dialog.getByRole("button", { name: "Close" }).first().click();
  await expect(dialog).toBeHidden();
});

test(
  "an import has a preview, and a file that is not an export is refused",
  {
    tag: "@both",
  },
  async ({ page }) => {
    await prepare(page, LIST);
    await openCopies(page);
    const text = exported(
      [record({ points: 5, status: "Successful", awardedAt: RECORD.id + 9 }), 7],
      [MEMBER],
    );
    const dialog = page.getByRole("dialog", { name: "Import Records" });
    const cancel = async () => {
      await dialog.getByRole("button", { name: "Cancel" }).click();
      await expect(dialog).toBeHidden();
    };
    await test.step("a preview that is cancelled changes nothing, and the same file can be chosen again", async () => {
      for (let time = 0; time < 2; time += 1) {
        await chooseImport(page, text);
        await expect(dialog.getByRole("definition")).toHaveText(["1", "1", "0", "0", "1", "0"]);
        await cancel();
      }
      expect(await stored(page, KEYS.accounts)).toEqual([]);
    });
    await test.step("a file that is not an export is refused beside the field", async () => {
      const field = page.getByLabel("Import a JSON export");
      await chooseImport(page, '{"allReferrals":[]}');
      await expect(field).toHaveAccessibleDescription(/not an export of the referral programme/);
      await chooseImport(page, exported([]).replace('"version":1', '"version":2'));
      await expect(field).toHaveAccessibleDescription(/another version of this site/);
      await chooseImport(page, " ".repeat(17_000_000));
      await expect(field).toHaveAccessibleDescription(/too large for a browser to store/);
      await chooseImport(page, exported([record({ id: RECORD.id - 8 })]));
      await expect(dialog).toBeVisible();
      await expect(field).not.toHaveAttribute("aria-invalid", "true");
      await cancel();
    });
    await test.step("the spreadsheet has the list and no formula", async () => {
      const { name, text: sheet } = await download(page, "Export as CSV");
      expect(name).toMatch(/^referrals-.*\.csv$/);
      expect(sheet.trim().split("\r\n")).toHaveLength(3);
      expect(sheet).toContain('"\'=1+1"');
    });
  },
);

test(
  "a file with a list of erasures erases nothing, and every entry of it is counted",
  {
    tag: "@both",
  },
  async ({ page }) => {
    await prepare(page, {
      ...LIST,
      [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
    });
    await openCopies(page);
    // The keys of existing records: the first referral, and the account until the year 2100.
    const erasures = [
      { from: "erased", text: "0000019aa41dae80e81db2c1c11c8b18" },
      { from: "erased-account", text: "64252497cb8573f6000003bb2cc3d800" },
    ];
    const file = { ...JSON.parse(exported([record(), 7])), unreadableRecords: erasures };
    await chooseImport(page, JSON.stringify({ ...file, registeredUsers: [] }));
    const dialog = page.getByRole("dialog", { name: "Import Records" });
    await expect(dialog.getByRole("definition")).toHaveText(["0", "0", "1", "0", "1", "2"]);
    await expect(dialog).toContainText("An import erases nothing here.");
    await dialog.getByRole("button", { name: "Close" }).first().click();

    const more = { ...file, allReferrals: [record({ id: RECORD.id - 8, referredName: "Dev" }), 7] };
    await chooseImport(page, JSON.stringify(more));
    await dialog.getByRole("button", { name: "Import" }).click();
    await expectToast(page, "New: 1. Unreadable: 1. Ignored: 2.");
    expect(await stored(page, KEYS.referrals)).toHaveLength(3);
    expect(await stored(page, KEYS.accounts)).toMatchObject([{ mobileNumber: MEMBER }]);
  },
);

test(
  "members export and erase only their own records, and no other tab restores them",
  {
    tag: "@both",
  },
  async ({ page, context }) => {
    const other = record({ id: RECORD.id - 9, referrerMobile: "97455000000", referredName: "Dev" });
    await prepare(page, { [KEYS.referrals]: JSON.stringify([record(), other]) });
    await openReferral(page);
    await logIn(page, "Sign Up", MEMBER);
    const { text } = await download(page, "Export my data");
    expect(JSON.parse(text).allReferrals).toHaveLength(1);
    const tab = await context.newPage();
    await openReferral(tab);
    await expect(referralOf(tab, BINU.name)).toBeVisible();

    const erase = page.getByRole("button", { name: "Erase my data" });
    await erase.click();
    const dialog = page.getByRole("dialog", { name: "Erase Your Data" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(erase).toBeFocused();
    expect(await stored(page, KEYS.referrals)).toHaveLength(2);

    await erase.click();
    await dialog.getByRole("button", { name: "Erase everything" }).click();
    await expectToast(page, "Your Data Was Erased");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    expect(await stored(page, KEYS.referrals)).toMatchObject([{ referredName: "Dev" }]);
    expect(await stored(page, KEYS.accounts)).toEqual([]);

    await test.step("a tab that was open all the while restores nothing", async () => {
      await expect(tab.getByRole("button", { name: "Login", exact: true })).toBeVisible();
      await referAsGuest(tab, { name: "Chitra" }, "97455000000");
      const names = (await stored(tab, KEYS.referrals)).map(({ referredName }) => referredName);
      expect(names.toSorted()).toEqual(["Chitra", "Dev"]);
    });
    await test.step("the number is unknown now, and can be registered again", async () => {
      await logIn(page, "Sign Up", MEMBER);
      await expect(page.getByRole("heading", { name: "Your Referrals", exact: true })).toBeHidden();
    });
  },
);

test("an erasure says what is not erased", async ({ page }) => {
  await openReferral(page);
  await logIn(page, "Sign Up", MEMBER);
  await page.getByRole("button", { name: "Erase my data" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase Your Data" });
  await expect(dialog).toContainText("someone with access to this device could work it out");
});

/** Logs in as the admin and opens the place of exports and imports: on a server, the console. */
async function openCopies(page: Page) {
  const server = serverOf(page);
  if (server) {
    await openConsole(page, server, "/privacy");
  } else {
    await openReferral(page);
    await logIn(page, "Login", ADMIN);
  }
}

async function download(page: Page, button: string) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: button }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
}
