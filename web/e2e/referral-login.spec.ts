/** Logging in with a number and a code. */
import type { Page } from "@playwright/test";
import {
  askForCode,
  CODE,
  codeFor,
  expectLoggedOut,
  expectToast,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  otpField,
  prepare,
  record,
  referralOf,
  stored,
  textUnder,
  toast,
  verify,
} from "./support/programme";
import { expect, test } from "./support/test";

/** A number that is not registered. */
const STRANGER = "919999999999";

// The server accepts every spelling of a number; browser mode does not.
test.describe("A mobile number", () => {
  test("has 10 to 15 digits and nothing else; a refused one stays in the field", async ({
    page,
  }) => {
    const refused: Record<string, string> = {
      nothing: "",
      "nine digits": "123456789",
      "sixteen digits": "1234567890123456",
      "a space": "98400 12345",
      "a plus sign": "+919840012345",
      "Devanagari digits": "९८४००१२३४५",
      "ten thousand digits": "9".repeat(10_000),
    };
    const field = page.getByLabel("Mobile Number");
    await openReferral(page);
    for (const [what, mobile] of Object.entries(refused)) {
      await test.step(what, async () => {
        await askForCode(page, "Login", mobile);
        await expectToast(page, "Please enter a valid mobile number.");
        await expect(page.getByRole("dialog")).toBeHidden();
        await expect(field).toHaveValue(mobile);
        await expect(field).toHaveAttribute("aria-invalid", "true");
        await expect(field).toBeFocused();
        await page.reload();
      });
    }
    for (const mobile of ["9".repeat(10), "9".repeat(15)]) {
      await askForCode(page, "Login", mobile);
      await expect(page.getByRole("dialog", { name: "Login with OTP" })).toBeVisible();
      await page.keyboard.press("Escape");
    }
  });

  test("with separators is refused with a button that inserts the plain number", async ({
    page,
  }) => {
    await prepare(page, {
      [KEYS.referrals]: JSON.stringify([record({ referrerMobile: "+974 5555 1234" })]),
    });
    await openReferral(page);
    await askForCode(page, "Sign Up", "+974 5555-1234");
    await expectToast(page, "Please enter a valid mobile number.");
    await page.getByRole("button", { name: "Use 97455551234" }).click();
    const field = page.getByLabel("Mobile Number");
    await expect(field).toHaveValue("97455551234");
    await expect(field).toBeFocused();
    await expect(field).not.toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("button", { name: /^Use/ })).toBeHidden();
    await logIn(page, "Sign Up", "97455551234");
    await test.step("and what a guest referred under any spelling is theirs, as it was typed", async () => {
      await expect(referralOf(page, "Binu Thomas")).toBeVisible();
      const [referral] = await stored(page, KEYS.referrals);
      expect(referral).toMatchObject({ referrerMobile: "+974 5555 1234" });
    });
  });
});

test.describe("The code", () => {
  test("is in a notice above the dialog, and stays in the dialog after the notice is closed", async ({
    page,
  }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    const dialog = page.getByRole("dialog", { name: "Sign Up with OTP" });
    await expect(dialog).toBeVisible();
    for (const words of ["OTP Sent (Simulated)", MEMBER, CODE]) await expectToast(page, words);
    await page.keyboard.press("F8");
    const focused = page.getByRole("region", { name: /Notifications/ }).locator(":focus");
    await expect(focused).toHaveCount(1);
    await toast(page).getByRole("button").click();
    await expect(toast(page)).toBeHidden();
    await expect(dialog).toContainText(`Enter the code ${CODE}`);
    await expect(dialog).toHaveAccessibleDescription(new RegExp(CODE));
  });

  test("has a field for one-time codes; after a wrong one the dialog stays open and its text is selected @engines", async ({
    page,
  }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    const otp = otpField(page);
    await expect(otp).toBeFocused();
    await expect(otp).toHaveAttribute("autocomplete", "one-time-code");
    await expect(otp).toHaveAttribute("inputmode", "numeric");
    await expect(otp).toHaveAttribute("placeholder", /4-digit/);
    await verify(page, "0000");
    await expectToast(page, "Invalid OTP.");
    await expect(otp).toBeFocused();
    await expect(otp).toHaveValue("0000");
    expect(await page.evaluate(() => getSelection()?.toString())).toBe("0000");
    expect(await stored(page, KEYS.accounts)).toEqual([]);
  });

  test("is forgotten when the dialog is closed; the number is kept @engines", async ({ page }) => {
    const dialog = page.getByRole("dialog");
    const login = page.getByRole("button", { name: "Login", exact: true });
    const exits: Record<string, (page: Page) => Promise<void>> = {
      Escape: () => page.keyboard.press("Escape"),
      "its close button": () => dialog.getByRole("button", { name: /close/i }).click(),
    };
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    for (const [way, leave] of Object.entries(exits)) {
      await test.step(`by ${way}`, async () => {
        await expect(otpField(page)).toHaveValue("");
        await otpField(page).fill("12");
        await leave(page);
        await expect(dialog).toBeHidden();
        await expect(page.getByLabel("Mobile Number")).toHaveValue(MEMBER);
        await expect(login).toBeFocused();
        await login.click();
      });
    }
    await expect(otpField(page)).toHaveValue("");
  });
});

test(
  "sign-up registers and logs in, Logout logs out, and Login logs in again",
  { tag: "@both" },
  async ({ page }) => {
    const user = {
      // The server stores an Indian number without its country code.
      mobileNumber: expect.stringMatching(`^(${MEMBER}|${MEMBER.slice(2)})$`) as unknown,
      name: "User2345",
    };
    const welcome = page.getByRole("heading", { name: "Welcome, User2345!" });
    await openReferral(page);
    await test.step("login with an unregistered number is refused", async () => {
      await askForCode(page, "Login", STRANGER);
      await otpField(page).fill(await codeFor(page, STRANGER));
      await otpField(page).press("Enter");
      await expectToast(page, "Mobile number not registered. Please sign up.");
      await expect(page.getByRole("dialog")).toBeHidden();
    });
    await test.step("sign-up registers, logs in and says so", async () => {
      await logIn(page, "Sign Up", MEMBER);
      await expectToast(page, "Signup Successful!");
      await expectToast(page, "You are now logged in.");
      await expect(welcome).toBeFocused();
      expect(await stored(page, KEYS.accounts)).toEqual([user]);
      expect(await stored(page, KEYS.user)).toEqual(user);
    });
    await test.step("a login survives a reload and ends with Logout", async () => {
      await page.reload();
      await expect(welcome).toBeVisible();
      await page.getByRole("button", { name: "Logout" }).click();
      await expectLoggedOut(page);
      await expect(page.getByLabel("Mobile Number")).toHaveValue("");
      expect(await textUnder(page, KEYS.user)).toBeNull();
    });
    await test.step("sign-up with a registered number is refused, and the number is kept", async () => {
      await askForCode(page, "Sign Up", MEMBER);
      await verify(page, await codeFor(page, MEMBER));
      await expectToast(page, "This mobile number is already registered. Please login.");
      await expect(page.getByRole("dialog")).toBeHidden();
      await expect(page.getByLabel("Mobile Number")).toHaveValue(MEMBER);
    });
    await test.step("login with a registered number says welcome", async () => {
      await logIn(page, "Login", MEMBER);
      await expectToast(page, "Login Successful!");
      await expectToast(page, "Welcome back!");
    });
  },
);

test("nobody learns without the code whether a number is registered", async ({ page }) => {
  await prepare(page, {
    [KEYS.accounts]: JSON.stringify([{ mobileNumber: MEMBER, name: "User2345" }]),
  });
  await openReferral(page);
  for (const mobile of [MEMBER, STRANGER]) {
    await askForCode(page, "Login", mobile);
    await verify(page, "9999");
    await expectToast(page, "Invalid OTP.");
    await page.keyboard.press("Escape");
  }
});
