/**
 * Storage that fails: at each of its methods, for each of the keys, at each step of the programme.
 * Whatever happens, the visitor is told, nothing is called a success that is none, and nothing
 * typed is lost.
 */
import type { Page } from "@playwright/test";
import {
  ADMIN,
  askForCode,
  BINU,
  CODE,
  enter,
  expectToast,
  fillReferred,
  KEYS,
  MEMBER,
  openReferral,
  prepare,
  stored,
  submit,
} from "./support/programme";
import { expect, test } from "./support/test";

type Method = "getItem" | "setItem" | "removeItem";

/** From now on, one method fails for one key; or for all of them. */
function fail(page: Page, method: Method, key: string | null, error = "SecurityError") {
  return page.evaluate(
    ([name, own, kind]) => {
      const works = Storage.prototype[name];
      Object.defineProperty(Storage.prototype, name, {
        configurable: true,
        value(this: Storage, asked: string, text: string) {
          if (own === null || own === asked) throw new DOMException("refused", kind);
          return Reflect.apply(works, this, [asked, text]);
        },
      });
    },
    [method, key, error] as const,
  );
}

const FULL = ["QuotaExceededError", "NS_ERROR_DOM_QUOTA_REACHED", "QUOTA_EXCEEDED_ERR"];
const WRITES = [...FULL, "SecurityError", "InvalidStateError"];

test.describe("Storage that fails", { tag: "@once" }, () => {
  test.use({ allowedConsole: /refused|Could not/ });

  for (const error of WRITES) {
    for (const key of [KEYS.accounts, KEYS.user]) {
      test(`sign-up where ${key} cannot be written (${error}) lets nobody in`, async ({ page }) => {
        await openReferral(page);
        await fail(page, "setItem", key, error);
        await askForCode(page, "Sign Up", MEMBER);
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel("OTP").fill(CODE);
        await dialog.getByRole("button", { name: "Verify OTP" }).click();
        await expectToast(page, "Nothing was saved");
        await expect(dialog.getByLabel("OTP")).toHaveValue(CODE);
        expect(await stored(page, KEYS.accounts)).toEqual([]);
        await page.reload();
        await expect(page.getByLabel("Mobile Number")).toBeVisible();
      });
    }
  }

  for (const error of ["QuotaExceededError", "SecurityError"]) {
    test(`points that cannot be written (${error}) stay in the editor`, async ({ page }) => {
      await openReferral(page);
      await enter(page, "Sign Up", MEMBER);
      await fillReferred(page, BINU);
      await submit(page);
      await page.getByRole("button", { name: "Logout" }).click();
      await enter(page, "Login", ADMIN);
      await fail(page, "setItem", KEYS.referrals, error);
      await page.getByRole("button", { name: /Assign Points|Edit/ }).click();
      await page.getByRole("textbox", { name: /points/i }).fill("25");
      await page.getByRole("button", { name: "Save" }).click();
      await expectToast(page, "Nothing was saved");
      await expect(page.getByRole("textbox", { name: /points/i })).toHaveValue("25");
      expect(await stored(page, KEYS.referrals)).toMatchObject([{ points: 0, status: "Pending" }]);
    });
  }

  test("unreadable records that cannot be set aside are not overwritten", async ({ page }) => {
    const unreadable = '[{"id":"from another version"}]';
    await prepare(page, { [KEYS.referrals]: unreadable });
    await openReferral(page);
    await fail(page, "setItem", KEYS.aside);
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill("98400");
    await fillReferred(page, BINU);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Nothing was saved");
    await expect(page.getByLabel("Your Name")).toHaveValue("Asha");
    expect(await page.evaluate((key) => localStorage.getItem(key), KEYS.referrals)).toBe(
      unreadable,
    );
  });

  test("a logout that cannot be stored is no logout", async ({ page }) => {
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await fail(page, "removeItem", KEYS.user);
    await page.getByRole("button", { name: "Logout" }).click();
    await expectToast(page, "Nothing was saved");
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  });

  for (const key of [null, ...Object.values(KEYS)]) {
    test(`storage that is switched off mid-session (${key ?? "all of it"}) is told`, async ({
      page,
    }) => {
      await openReferral(page);
      await page.getByLabel("Your Name").fill("Asha");
      await page.getByLabel("Your Phone Number").fill("98400");
      await fillReferred(page, BINU);
      await fail(page, "getItem", key);
      await fail(page, "setItem", key);
      await page.getByRole("button", { name: "Submit Referral" }).click();
      if (key === KEYS.user) {
        await expectToast(page, "Referral Submitted!");
      } else {
        await expectToast(page, "Nothing was saved");
        await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
        await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
      }
    });
  }

  for (const key of Object.values(KEYS)) {
    test(`storage whose ${key} cannot be read from the start is worked around`, async ({
      page,
    }) => {
      await page.addInitScript((own) => {
        const { getItem } = Storage.prototype;
        Storage.prototype.getItem = function read(asked) {
          if (asked === own) throw new DOMException("refused", "SecurityError");
          return getItem.call(this, asked);
        };
      }, key);
      await openReferral(page);
      await expect(page.getByText(/does not let the site store anything/)).toBeVisible();
      await enter(page, "Sign Up", MEMBER);
      await fillReferred(page, BINU);
      await submit(page);
    });
  }

  test("a browser without local storage is worked around", async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, "localStorage", { value: null });
    });
    await openReferral(page);
    await expect(page.getByText(/does not let the site store anything/)).toBeVisible();
    await enter(page, "Sign Up", MEMBER);
  });
});
