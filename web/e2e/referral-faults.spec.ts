/**
 * Storage that fails at each step. The visitor is always told, no failed change is reported as
 * done, and nothing typed is lost. storage.test.ts has each key and each name of an error.
 */
import type { Page } from "@playwright/test";
import {
  ADMIN,
  askForCode,
  BINU,
  CODE,
  editPoints,
  expectToast,
  fillAsGuest,
  fillReferred,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  otpField,
  prepare,
  referAsGuest,
  referralOf,
  stored,
  submit,
  textUnder,
  verify,
} from "./support/programme";
import { expect, test } from "./support/test";

type Method = "getItem" | "setItem" | "removeItem";

/** Makes one method fail for one key, or for all, until the page is reloaded. */
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

/** A full storage and one that is forbidden. storage.test.ts has all names of these errors. */
const WRITES = ["QuotaExceededError", "SecurityError"];
const UNSAVED = "Nothing was saved";

test.describe("Storage that fails", () => {
  test.use({ allowedConsole: /refused|Could not/ });

  for (const key of [KEYS.accounts, KEYS.user]) {
    test(`sign-up fails if ${key} cannot be written`, async ({ page }) => {
      for (const error of WRITES) {
        await test.step(error, async () => {
          await openReferral(page);
          await fail(page, "setItem", key, error);
          await askForCode(page, "Sign Up", MEMBER);
          await verify(page, CODE);
          await expectToast(page, UNSAVED);
          await expect(otpField(page)).toHaveValue(CODE);
          expect(await stored(page, KEYS.accounts)).toEqual([]);
        });
      }
      await page.reload();
      await expect(page.getByLabel("Mobile Number")).toBeVisible();
    });
  }

  test("a referral that cannot be stored is not reported as submitted and stays in the form", async ({
    page,
  }) => {
    const button = page.getByRole("button", { name: "Submit Referral" });
    await openReferral(page);
    await fillAsGuest(page);
    for (const error of WRITES) {
      await test.step(error, async () => {
        await openReferral(page);
        await fail(page, "setItem", KEYS.referrals, error);
        await button.click();
        await expectToast(page, UNSAVED);
        await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
        await expect(button).toBeEnabled();
      });
    }
  });

  test("points that cannot be stored stay in the editor", async ({ page }) => {
    await openReferral(page);
    await referAsGuest(page);
    await logIn(page, "Login", ADMIN);
    for (const error of WRITES) {
      await test.step(error, async () => {
        await openReferral(page);
        await fail(page, "setItem", KEYS.referrals, error);
        const points = await editPoints(referralOf(page, BINU.name));
        await points.fill("25");
        await page.getByRole("button", { name: "Save" }).click();
        await expectToast(page, UNSAVED);
        await expect(points).toHaveValue("25");
        const [referral] = await stored(page, KEYS.referrals);
        expect(referral).toMatchObject({ points: 0, status: "Pending" });
      });
    }
  });

  test("unreadable records that cannot be quarantined are not overwritten", async ({ page }) => {
    const unreadable = '[{"id":"from another version"}]';
    await prepare(page, { [KEYS.referrals]: unreadable });
    await openReferral(page);
    await fail(page, "setItem", KEYS.quarantine);
    await fillAsGuest(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, UNSAVED);
    await expect(page.getByLabel("Your Name")).toHaveValue("Asha");
    expect(await textUnder(page, KEYS.referrals)).toBe(unreadable);
  });

  test("a logout that cannot be stored leaves the user logged in", async ({ page }) => {
    await openReferral(page);
    await logIn(page, "Sign Up", MEMBER);
    await fail(page, "removeItem", KEYS.user);
    await page.getByRole("button", { name: "Logout" }).click();
    await expectToast(page, UNSAVED);
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  });

  test("storage that is switched off mid-session is reported", async ({ page }) => {
    const button = page.getByRole("button", { name: "Submit Referral" });
    await openReferral(page);
    await fillAsGuest(page);
    for (const key of [null, KEYS.accounts, KEYS.referrals, KEYS.quarantine]) {
      await test.step(key ?? "all of it", async () => {
        await openReferral(page);
        await fail(page, "getItem", key);
        await fail(page, "setItem", key);
        await button.click();
        await expectToast(page, UNSAVED);
        await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
        await expect(button).toBeEnabled();
      });
    }
    await test.step("but a guest needs no stored login", async () => {
      await openReferral(page);
      await fail(page, "getItem", KEYS.user);
      await fail(page, "setItem", KEYS.user);
      await button.click();
      await expectToast(page, "Referral Submitted!");
    });
  });

  // storage.test.ts has the other keys.
  test("the page works if one storage key cannot be read from the start", async ({ page }) => {
    await page.addInitScript((own) => {
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function read(asked) {
        if (asked === own) throw new DOMException("refused", "SecurityError");
        return getItem.call(this, asked);
      };
    }, KEYS.quarantine);
    await expectWorksWithoutStorage(page);
  });

  for (const [what, descriptor] of [
    ["without local storage", { value: null }],
    ["that forbids local storage", "SecurityError"],
  ] as const) {
    test(`the page works in a browser ${what}`, async ({ page }) => {
      await page.addInitScript((how) => {
        const refuse = () => {
          throw new DOMException("refused", String(how));
        };
        const property = typeof how === "string" ? { get: refuse } : how;
        Object.defineProperty(window, "localStorage", property);
      }, descriptor);
      await expectWorksWithoutStorage(page);
    });
  }
});

/** The page says that nothing will be kept, and works until it is closed. */
async function expectWorksWithoutStorage(page: Page) {
  await openReferral(page);
  await expect(page.getByText(/does not let the site store anything/)).toBeVisible();
  await logIn(page, "Sign Up", MEMBER);
  await fillReferred(page, BINU);
  await submit(page);
  await expect(referralOf(page, BINU.name)).toBeVisible();
}
