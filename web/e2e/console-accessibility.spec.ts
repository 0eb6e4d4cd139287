/** Every screen of the console is accessible on a desktop and on a phone, and is read out. */
import type { Page } from "@playwright/test";
import { fillMessage, sendButton } from "./support/contact";
import { addFilter, fillProgramme, FIRST, openConsole, SCREENS } from "./support/console";
import {
  expectAccessible,
  expectAccessibleWideAndNarrow,
  expectMoreContrast,
  expectNoViolations,
  nothingFetched,
} from "./support/pages";
import { closeToast } from "./support/programme";
import { expectSpoken } from "./support/reader";
import { expect, hostedTest as test } from "./support/test";

/** The buttons on each screen that open a dialog. */
const QUESTIONS: Readonly<Record<string, readonly RegExp[]>> = {
  "referrals?stage=received": [/^Save this view/],
  duplicates: [/^Choose someone else/],
  messages: [/^Assign…/],
  "integrations?tab=tokens": [/^Create a token/],
  integrations: [/^Add a webhook/],
  staff: [/^Invite/, /^Change…/, /^Sessions/, /^Reset/, /^Remove access/],
  "staff?tab=own": [/^Change the authenticator app/, /^Create recovery codes/],
  privacy: [/^Erase a person/],
};

/** The screens that are empty without referrals. */
const OF_REFERRALS = ["inbox", "referrals", "board", "referrers", "duplicates", "reports"];

/** The buttons that open a dialog about one referral. */
const COMMANDS = ["Move…", "Plan…", "Close…", "Points…"];

/** Those that appear with “More”. */
const RARER = ["Ask for an award…", "Assign…", "Close: they asked us to…"];

test.describe("The console", { tag: "@hosted" }, () => {
  test("its login page is accessible", async ({ page }) => {
    await page.goto("/console");
    await expect(page.getByText(/for staff only/)).toBeVisible();
    await expectAccessible(page);
  });

  test("its screens are accessible and are read out by a screen reader", async ({
    page,
    server,
  }) => {
    test.slow();
    await fillProgramme(server);
    await openConsole(page, server);
    for (const screen of SCREENS) {
      await test.step(screen, async () => {
        await openScreen(page, screen);
        await expectAccessible(page);
        await expectMoreContrast(page);
        await expectSpoken(page, [
          "link, Skip to the content",
          "navigation, Console",
          /^link, .*current page$/,
          "main",
          /^heading, .*, level 1$/,
          "end of main",
        ]);
      });
    }
  });

  test("its screens are accessible on a phone, empty and full", async ({ page, server }) => {
    test.slow();
    await openConsole(page, server);
    await page.setViewportSize({ width: 360, height: 740 });
    for (const screen of OF_REFERRALS) {
      await openScreen(page, screen);
      await test.step(`${screen}, empty`, () => expectAccessible(page));
    }
    await fillProgramme(server);
    for (const screen of SCREENS) {
      await openScreen(page, screen);
      await test.step(screen, () => expectNoViolations(page));
    }
  });

  test("the dialogs of its screens are accessible", async ({ page, server }) => {
    test.slow();
    await fillProgramme(server);
    await page.goto("/contact");
    await fillMessage(page);
    await sendButton(page).click();
    await expect(page.getByText("Message Sent!").first()).toBeVisible();
    await openConsole(page, server);
    for (const [screen, questions] of Object.entries(QUESTIONS)) {
      await openScreen(page, screen);
      for (const name of questions) {
        await test.step(`${screen}, ${name.source}`, () => expectAccessibleQuestion(page, name));
      }
    }
    await test.step("what finds people, screens and commands", async () => {
      await openScreen(page, "inbox");
      await page.keyboard.press("Control+k");
      await page.getByRole("searchbox", { name: /^Find/ }).fill("ar");
      await expect(page.getByRole("button", { name: /^Arun/ })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("searchbox", { name: /^Find/ })).toBeHidden();
    });
    await test.step("the filters, and the commands for several referrals", async () => {
      await openScreen(page, "referrals");
      await addFilter(page, "Stage", "Received");
      await page.getByRole("button", { name: "Add filter" }).click();
      await page.getByRole("button", { name: "Submitted" }).click();
      await expect(page.getByRole("button", { name: "This quarter" })).toBeVisible();
      await expectAccessibleWideAndNarrow(page);
      await page.keyboard.press("Escape");
      await page.getByText("Columns", { exact: true }).click();
      await page.getByRole("checkbox", { name: `Select ${FIRST}` }).check();
      await expectAccessible(page);
    });
  });

  test("a referral and its dialogs are accessible", async ({ page, server }) => {
    test.slow();
    await fillProgramme(server);
    await openConsole(page, server);
    await page.getByRole("link", { name: FIRST }).click();
    await expect(page.getByRole("heading", { name: "History" })).toBeVisible();
    await expectAccessible(page);
    await expectSpoken(page, [
      "main",
      `heading, ${FIRST}, level 1`,
      "link, +974 5555 1000",
      /^button, Reached/,
      /^button, Move/,
      /^button, Close/,
      "heading, History, level 2",
    ]);
    for (const name of [...COMMANDS, "Keyboard"]) {
      await test.step(name, () => expectAccessibleQuestion(page, name));
    }
    await test.step("what a call is written with", async () => {
      await page.getByRole("button", { name: "Call", exact: true }).click();
      await page.getByRole("button", { name: "Save call" }).click();
      await expect(page.getByText("Choose how the call went.").last()).toBeVisible();
      await expectAccessible(page);
      // On a phone it lies over half of a field, until it goes or one scrolls.
      await closeToast(page);
      await expectAccessibleWideAndNarrow(page);
    });
    await test.step("a field that is corrected", async () => {
      await page.getByRole("button", { name: /Correct the name/ }).click();
      await page.getByLabel("Name, corrected").fill("");
      await page.keyboard.press("Enter");
      await expect(page.getByLabel("Name, corrected")).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page);
      await page.getByLabel("Name, corrected").press("Escape");
    });
    await page.getByRole("button", { name: "More" }).click();
    for (const name of RARER) {
      await test.step(name, () => expectAccessibleQuestion(page, name));
    }
    await server.records.command(FIRST, { kind: "decline", reason: "no-answer" });
    await page.reload();
    await expectAccessibleQuestion(page, "Reopen…");
    await expectAccessibleQuestion(page, "Undo…");
    await page.getByRole("button", { name: "Points…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Points").fill("20");
    await dialog.getByRole("button", { name: "Save points" }).click();
    await expect(dialog.getByText(/Tick this to make it Successful/)).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 320, height: 640 });
    await expectAccessibleWideAndNarrow(page);
  });
});

async function openScreen(page: Page, screen: string) {
  await page.goto(`/console/${screen}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await nothingFetched(page);
}

/** Asks, looks at the dialog, and closes it. */
async function expectAccessibleQuestion(page: Page, name: string | RegExp) {
  await page.getByRole("button", { name }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
}
