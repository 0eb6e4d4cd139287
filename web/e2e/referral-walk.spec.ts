/**
 * The whole way of a referral: a guest refers and becomes a member, and the admin awards points.
 */
import type { Locator, Page } from "@playwright/test";
import { askForPoints, enterConsole } from "./support/console";
import {
  ADMIN,
  BINU,
  editPoints,
  expectLoggedOut,
  expectToast,
  fillReferred,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  referAsGuest,
  referralOf,
  serverOf,
  stored,
} from "./support/programme";
import { expect, test } from "./support/test";
import { listenFor } from "./support/transient";

test(
  "a guest refers somebody, signs up, refers again, and gets points",
  {
    tag: ["@small", "@engines"],
  },
  async ({ page }) => {
    await openReferral(page);
    await test.step("who is logged out is offered login and sign-up", async () => {
      await expectLoggedOut(page);
      await expect(page.getByText(/Log in or sign up/)).toBeVisible();
      for (const name of ["Login", "Sign Up"]) {
        await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
      }
      await expect(page.getByRole("heading", { name: "Your Referrals", exact: true })).toBeHidden();
    });
    await test.step("a guest refers somebody under their own name and number", async () => {
      await referAsGuest(page, { name: "Chitra" });
      await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
    });
    await test.step("typed text is still there after the sign-up", async () => {
      await fillReferred(page, { ...BINU, service: "IT Services", notes: "Knows Rust." });
      await logIn(page, "Sign Up", MEMBER);
      await expect(page.getByLabel("Your Name")).toBeHidden();
      await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
      await expect(page.getByLabel("Service")).toHaveValue("it-services");
    });
    await test.step("the guest's referral is the member's", async () => {
      await expect(
        page.getByRole("heading", { name: "Your Referrals", exact: true }),
      ).toBeVisible();
      await expect(referralOf(page, "Chitra")).toBeVisible();
    });
    await test.step("the member's referral is announced and listed, and the focus stays", async () => {
      const button = page.getByRole("button", { name: "Submit Referral" });
      const words = "New referral: Binu Thomas, Pending, 0 points.";
      const heard = await listenFor(page, words);
      await button.focus();
      await button.press("Enter");
      await heard();
      await expect(button).toBeFocused();
      await expect(page.getByText(words)).toHaveCount(0);
      // The server shows a number in the format of its country.
      for (const text of [/9744555666|97445 55666/, "IT Services", "Pending", "Knows Rust."]) {
        await expect(referralOf(page, BINU.name)).toContainText(text);
      }
      const records = await stored(page, KEYS.referrals);
      expect(records.find(({ referredName }) => referredName === BINU.name)).toMatchObject({
        referrerName: "User2345",
        // The server stores an Indian number without its country code.
        referrerMobile: expect.stringMatching(`^(${MEMBER}|${MEMBER.slice(2)})$`) as unknown,
      });
    });
    await test.step("the admin, who needs no account, gives points: on a server, in the console", async () => {
      await page.getByRole("button", { name: "Logout" }).click();
      await logIn(page, "Login", ADMIN);
      const server = serverOf(page);
      if (server) {
        await enterConsole(page, server);
        const { points } = await askForPoints(page, BINU.name);
        await giveWithEnter(page, points);
        await openReferral(page);
      } else {
        await expect(page.getByText("Admin View", { exact: true })).toBeVisible();
        await giveWithEnter(page, await editPoints(referralOf(page, BINU.name)));
      }
      await page.getByRole("button", { name: "Logout" }).click();
    });
    await test.step("the member sees that it was Successful", async () => {
      await logIn(page, "Login", MEMBER);
      await expect(referralOf(page, BINU.name)).toContainText("Successful");
      await expect(referralOf(page, BINU.name)).toContainText("25");
      await expect(referralOf(page, "Chitra")).toContainText("Pending");
    });
  },
);

async function giveWithEnter(page: Page, points: Locator) {
  await points.fill("25");
  await points.press("Enter");
  await expectToast(page, "Points assigned successfully.");
}
