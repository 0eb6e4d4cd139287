import type { Page } from "@playwright/test";
import {
  ADMIN,
  askForCode,
  CODE,
  codeFor,
  enter,
  expectToast,
  KEYS,
  MEMBER,
  openReferral,
  prepare,
  record,
  stored,
  toast,
} from "./support/programme";
import { expect, test } from "./support/test";

test.describe("Logged out", () => {
  test("the page says so, and offers login and sign-up", async ({ page }) => {
    await openReferral(page);
    await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
    await expect(page.getByText(/Log in or sign up/)).toBeVisible();
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign Up", exact: true })).toBeVisible();
    await expect(page.getByRole("heading", { name: "Your Referrals" })).toBeHidden();
  });

  const refused: [string, string][] = [
    ["nothing", ""],
    ["nine digits", "123456789"],
    ["sixteen digits", "1234567890123456"],
    ["a space", "98400 12345"],
    ["a plus sign", "+919840012345"],
    ["Devanagari digits", "९८४००१२३४५"],
    ["ten thousand digits", "9".repeat(10_000)],
  ];
  // A server takes every spelling of a number (hosted-login.spec.ts); a browser alone does not.
  for (const [what, mobile] of refused) {
    const name = `a number with ${what} is refused, and stays in the field`;
    test(name, { tag: "@browser" }, async ({ page }) => {
      await openReferral(page);
      await askForCode(page, "Login", mobile);
      await expectToast(page, "Please enter a valid mobile number.");
      await expect(page.getByRole("dialog")).toBeHidden();
      const field = page.getByLabel("Mobile Number");
      await expect(field).toHaveValue(mobile);
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toBeFocused();
    });
  }

  const offered = "where a number has separators, the one it stands for is a button away";
  test(offered, { tag: "@browser" }, async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", "+974 5555-1234");
    await expectToast(page, "Please enter a valid mobile number.");
    await page.getByRole("button", { name: "Use 97455551234" }).click();
    const field = page.getByLabel("Mobile Number");
    await expect(field).toHaveValue("97455551234");
    await expect(field).toBeFocused();
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("button", { name: /^Use/ })).toBeHidden();
    await enter(page, "Sign Up", "97455551234");
  });

  test(
    "what a guest referred is theirs after login, however they spelled their number",
    {
      tag: "@browser",
    },
    async ({ page }) => {
      await prepare(page, {
        [KEYS.referrals]: JSON.stringify([record({ referrerMobile: "+974 5555 1234" })]),
      });
      await openReferral(page);
      await enter(page, "Sign Up", "97455551234");
      await expect(page.getByRole("listitem", { name: "Binu Thomas" })).toBeVisible();
      expect(await stored(page, KEYS.referrals)).toMatchObject([
        { referrerMobile: "+974 5555 1234" },
      ]);
    },
  );

  for (const digits of [10, 15]) {
    const name = `a number of ${digits} digits opens the dialog`;
    test(name, { tag: "@browser" }, async ({ page }) => {
      await openReferral(page);
      await askForCode(page, "Login", "9".repeat(digits));
      await expect(page.getByRole("dialog", { name: "Login with OTP" })).toBeVisible();
    });
  }
});

test.describe("The code", () => {
  const told = "is told by a notice that can be seen and closed above the dialog";
  test(told, { tag: "@browser" }, async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    await expect(page.getByRole("dialog", { name: "Sign Up with OTP" })).toBeVisible();
    await expectToast(page, "OTP Sent (Simulated)");
    await expectToast(page, MEMBER);
    await expectToast(page, CODE);
    await page.keyboard.press("F8");
    await expect(page.getByRole("region", { name: /Notifications/ }).locator(":focus")).toHaveCount(
      1,
    );
    await toast(page).getByRole("button").click();
    await expect(toast(page)).toBeHidden();
    await expect(page.getByRole("dialog")).toBeVisible();
  });

  const lasting = "stands in the dialog for as long as it is open, longer than the notice";
  test(lasting, { tag: "@browser" }, async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    const dialog = page.getByRole("dialog", { name: "Sign Up with OTP" });
    await expect(toast(page)).toBeVisible();
    await page.mouse.move(0, 0);
    await expect(toast(page)).toBeHidden({ timeout: 8000 });
    await expect(dialog).toContainText(`the code to enter is ${CODE}`);
    await expect(dialog).toHaveAccessibleDescription(new RegExp(CODE));
  });

  const asked = "has a field for one-time codes, focused when the dialog opens";
  test(asked, { tag: "@browser" }, async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    const otp = page.getByRole("dialog").getByLabel("OTP");
    await expect(otp).toBeFocused();
    await expect(otp).toHaveAttribute("autocomplete", "one-time-code");
    await expect(otp).toHaveAttribute("inputmode", "numeric");
    await expect(otp).toHaveAttribute("placeholder", /4-digit/);
  });

  test("if wrong, keeps the dialog open with its text selected", async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    const otp = page.getByRole("dialog").getByLabel("OTP");
    await otp.fill("0000");
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expectToast(page, "Invalid OTP.");
    await expect(otp).toBeFocused();
    await expect(otp).toHaveValue("0000");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("0000");
    expect(await stored(page, KEYS.accounts)).toEqual([]);
  });

  const exits: [string, (page: Page) => Promise<void>][] = [
    ["Escape", (page) => page.keyboard.press("Escape")],
    [
      "its close button",
      (page) => page.getByRole("dialog").getByRole("button", { name: /close/i }).click(),
    ],
  ];
  for (const [way, leave] of exits) {
    test(`is forgotten when the dialog is left by ${way}; the number is not`, async ({ page }) => {
      await openReferral(page);
      await askForCode(page, "Login", MEMBER);
      await page.getByRole("dialog").getByLabel("OTP").fill("12");
      await leave(page);
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByLabel("Mobile Number")).toHaveValue(MEMBER);
      await expect(page.getByRole("button", { name: "Login", exact: true })).toBeFocused();
      await page.getByRole("button", { name: "Login", exact: true }).click();
      await expect(page.getByRole("dialog").getByLabel("OTP")).toHaveValue("");
    });
  }
});

test.describe("Entering", () => {
  test("sign-up registers, logs in and says so", async ({ page }) => {
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await expectToast(page, "Signup Successful!");
    await expectToast(page, "You are now logged in.");
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeFocused();
    // A server keeps an Indian number as Indians write it.
    const mobileNumber: unknown = expect.stringMatching(`^(${MEMBER}|${MEMBER.slice(2)})$`);
    const user = { mobileNumber, name: "User2345" };
    expect(await stored(page, KEYS.accounts)).toEqual([user]);
    expect(await stored(page, KEYS.user)).toEqual(user);
  });

  test("a login lasts over a reload and ends with Logout", async ({ page }) => {
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await page.reload();
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
    await expect(page.getByLabel("Mobile Number")).toHaveValue("");
    expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.user)).toBeNull();
    await enter(page, "Login", MEMBER);
    await expectToast(page, "Login Successful!");
    await expectToast(page, "Welcome back!");
  });

  test("sign-up with a registered number closes the dialog and keeps the number", async ({
    page,
  }) => {
    await prepare(page, {
      [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
    });
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    await page
      .getByRole("dialog")
      .getByLabel("OTP")
      .fill(await codeFor(page, MEMBER));
    await page.getByRole("button", { name: "Verify OTP" }).click();
    await expectToast(page, "This mobile number is already registered. Please login.");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByLabel("Mobile Number")).toHaveValue(MEMBER);
  });

  test("login with an unregistered number is turned away", async ({ page }) => {
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    await page
      .getByRole("dialog")
      .getByLabel("OTP")
      .fill(await codeFor(page, MEMBER));
    await page.getByRole("dialog").getByLabel("OTP").press("Enter");
    await expectToast(page, "Mobile number not registered. Please sign up.");
    await expect(page.getByRole("dialog")).toBeHidden();
  });

  test("whether a number is registered is not told to somebody without the code", async ({
    page,
  }) => {
    await prepare(page, {
      [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
    });
    await openReferral(page);
    for (const mobile of [MEMBER, "919999999999"]) {
      await askForCode(page, "Login", mobile);
      await page.getByRole("dialog").getByLabel("OTP").fill("9999");
      await page.getByRole("button", { name: "Verify OTP" }).click();
      await expectToast(page, "Invalid OTP.");
      await page.keyboard.press("Escape");
    }
  });

  test("the admin needs no account", async ({ page }) => {
    await openReferral(page);
    await enter(page, "Login", ADMIN);
    await expect(page.getByText("Admin View", { exact: true })).toBeVisible();
    await expect(page.getByText("No referrals submitted yet.")).toBeVisible();
  });
});
