/** Submitting without a connection. */
import type { Page } from "@playwright/test";
import languages from "../../content/languages.json" with { type: "json" };
import {
  BINU,
  expectToast,
  fillAsGuest,
  keepNotices,
  MEMBER,
  openReferral,
  referralOf,
} from "./support/programme";
import { expectStored, storedPaths } from "./support/offline";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { lose } from "./support/requests";
import { expect, hostedTest as test } from "./support/test";
import { wordsIn } from "./support/words";

const [, ...others] = languages;

async function submitAsGuest(page: Page) {
  await fillAsGuest(page);
  await page.getByRole("button", { name: "Submit Referral" }).click();
}

test.describe("Hosted, without a connection", { tag: "@hosted" }, () => {
  test("a referral is kept, and sent once when the connection is back @engines", async ({
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
    await expect(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
    await expect(other.getByText("1 referral is waiting for a connection.")).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByText(/waiting for a connection/)).toBeHidden();
    await expect(other.getByText(/waiting for a connection/)).toBeHidden();
    await server.logIn(page, "Sign Up", MEMBER);
    await expect(referralOf(page, BINU.name)).toHaveCount(1);
  });

  test("it is kept through a reload", async ({ page, context, server }) => {
    await openReferral(page);
    await context.setOffline(true);
    await submitAsGuest(page);
    await expect(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
    await expectAccessibleWideAndNarrow(page);
    await page.close();
    await context.setOffline(false);
    const later = await context.newPage();
    await openReferral(later);
    await server.logIn(later, "Sign Up", MEMBER);
    await expect(referralOf(later, BINU.name)).toHaveCount(1);
    expect(await later.evaluate(() => JSON.stringify(localStorage))).not.toContain(BINU.name);
  });
});

test.describe("Hosted, opened without a connection", { tag: "@hosted" }, () => {
  test.use({ serviceWorkers: "allow" });

  test("the page keeps a referral, which is sent once when the connection is back", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await expectStored(page);
    await test.step("nothing of the server's answers is stored", async () => {
      const stored = await storedPaths(page);
      expect(stored).toContain("/referral");
      expect(stored.filter((address) => /^\/(api|console)/.test(address))).toEqual([]);
    });

    await loseConnection(page);
    await openReferral(page);
    await page.evaluate(keepNotices);
    await submitAsGuest(page);
    await expectToast(page, "Referral Saved for Later");
    await expect(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
    await findConnection(page);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await expect(page.getByText(/waiting for a connection/)).toBeHidden();
    await expect(referralOf(page, BINU.name)).toHaveCount(1);
    await page.reload();
    await expect(referralOf(page, BINU.name)).toHaveCount(1);
  });

  for (const { code, tag } of others) {
    test(`so does the page in ${tag}, and says so in its own words`, async ({ page, server }) => {
      const [words, rules] = [wordsIn(code, "referral"), wordsIn(code, "rules")];
      const field = (name: string) => page.locator(`main form [name="${name}"]`);
      const address = `/${code}/referral?service=it-services`;
      await page.goto(address);
      await expectStored(page);
      expect(await storedPaths(page)).not.toContain("/referral");
      await loseConnection(page);
      await page.goto(address);
      await page.evaluate(keepNotices);
      await field("referrerName").fill("Asha");
      await field("referrerPhone").fill(MEMBER);
      await field("referredName").fill("ليلى حسن");
      await field("referredPhone").fill("+974 5555 1234");
      await page.getByRole("button", { name: words("submit"), exact: true }).click();
      const toast = page.locator("ol li", { hasText: rules("saved-for-later-title") });
      await expect(toast).toContainText(rules("saved-for-later"));
      await findConnection(page);
      const sent = page.getByText(wordsIn(code, "hosted")("sent"));
      await expect(sent).toBeAttached();
      expect(await server.records.under("allReferrals")).toMatchObject([
        { referredName: "ليلى حسن" },
      ]);
    });
  }
});

/**
 * Takes the connection from the page, and from those that it opens. Browsers know this for every page; the emulation
 * forgets it when another page is opened.
 */
async function loseConnection(page: Page) {
  await page.context().setOffline(true);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, "onLine", { value: false, configurable: true }),
  );
}

async function findConnection(page: Page) {
  await page.context().setOffline(false);
  await page.evaluate(() => {
    Reflect.deleteProperty(navigator, "onLine");
    window.dispatchEvent(new Event("online"));
  });
}

test.describe("Hosted, without a server", { tag: "@hosted" }, () => {
  test.use({ allowedConsole: /Failed to load resource|could not be opened/ });

  test("a page that opens without the server says so, and tries again", async ({ page }) => {
    const restore = await lose(page, "GET /config.json");
    await page.goto("/referral");
    await expect(page.getByText("could not be loaded")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
  });
});
