import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import {
  ADMIN,
  askForCode,
  chooseImport,
  enter,
  expectToast,
  exported,
  KEYS,
  MEMBER,
  openReferral,
  prepare,
  record,
} from "./support/programme";
import { ROUTES } from "./support/routes";
import { expect, test } from "./support/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Every route and state, and how to get there. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  ...Object.fromEntries(ROUTES.map((path) => [path, (page: Page) => page.goto(path)])),
  "post not found": (page) => page.goto("/blog/nothing"),
  "any other path": (page) => page.goto("/nothing"),
  "referral, logged out": openReferral,
  "referral, a refused number": async (page) => {
    await openReferral(page);
    await askForCode(page, "Login", "12");
    await expectToast(page, "Please enter a valid mobile number.");
  },
  "referral, the code dialog": async (page) => {
    await openReferral(page);
    await askForCode(page, "Login", MEMBER);
    await expectToast(page, "OTP Sent");
  },
  "referral, a refused form": async (page) => {
    await openReferral(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Please fill in");
  },
  "referral, a member with a list": async (page) => {
    await prepareList(page);
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
  },
  "referral, the admin": async (page) => {
    await prepareList(page);
    await openReferral(page);
    await enter(page, "Login", ADMIN);
  },
  "referral, an import's preview": async (page) => {
    await openReferral(page);
    await enter(page, "Login", ADMIN);
    await chooseImport(page, exported([record()], [MEMBER]));
    await expect(page.getByRole("dialog", { name: "Import Records" })).toBeVisible();
  },
  "referral, a refused import": async (page) => {
    await openReferral(page);
    await enter(page, "Login", ADMIN);
    await chooseImport(page, "no export");
    await expect(page.getByLabel("Import a JSON export")).toHaveAttribute("aria-invalid", "true");
  },
  "referral, a member about to erase": async (page) => {
    await prepareList(page);
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await page.getByRole("button", { name: "Erase my data" }).click();
    await expect(page.getByRole("dialog", { name: "Erase Your Data" })).toBeVisible();
  },
  "referral, the admin editing points": async (page) => {
    await prepareList(page);
    await openReferral(page);
    await enter(page, "Login", ADMIN);
    await page
      .getByRole("button", { name: /Assign\/Edit Points/ })
      .first()
      .click();
    await page.getByLabel(/Points/).fill("x");
    await page.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Please enter valid points.");
  },
};

for (const scheme of ["light", "dark"] as const) {
  for (const [state, reach] of Object.entries(STATES)) {
    test(`${state} has no accessibility violation in the ${scheme} scheme`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await reach(page);
      const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
    });
  }
}

for (const [state, reach] of Object.entries(STATES)) {
  test(`${state} can be told in forced colours`, async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
    await reach(page);
    // Colours are the visitor's own there, so that only lines can tell a control from a text.
    const unbounded = await page.evaluate(() => {
      const controls = "button, input:not([type=radio]), select, textarea, dialog";
      const shown = Array.from(document.querySelectorAll<HTMLElement>(controls)).filter(
        (element) => element.checkVisibility() && element.closest("[inert]") === null,
      );
      const untold = shown.filter((element) => {
        const { borderTopStyle, borderTopWidth } = getComputedStyle(element);
        const lined = borderTopStyle !== "none" && borderTopWidth !== "0px";
        return !lined && !element.querySelector("svg") && !element.matches("[aria-expanded]");
      });
      return untold.map((element) => element.outerHTML);
    });
    expect(unbounded).toEqual([]);
  });

  test(`${state} fits 320 pixels`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await reach(page);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

for (const path of ROUTES) {
  test(`${path} fits 320 pixels, and 200 % zoom, without sideways scrolling`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(path);
    const overflow = () =>
      page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
    expect(await overflow()).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 640, height: 400 });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "200%";
    });
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
}

async function prepareList(page: Page) {
  await prepare(page, {
    [KEYS.referrals]: JSON.stringify([
      record(),
      record({
        id: 1_763_690_000_001,
        status: "Successful",
        points: 25,
        notes: "Met at an air show.",
      }),
      record({ id: 1_763_690_000_002, status: "Declined", referredName: "محمد عبد الله" }),
    ]),
  });
}
