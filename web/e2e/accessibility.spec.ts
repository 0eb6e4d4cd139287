/**
 * Every state within a page is accessible on a desktop and on a phone (pages: every-page.spec.ts).
 */
import type { Page } from "@playwright/test";
import { sendButton } from "./support/contact";
import { expectAccessibleWideAndNarrow, open } from "./support/pages";
import {
  ADMIN,
  askForCode,
  chooseImport,
  editPoints,
  expectToast,
  exported,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  prepare,
  record,
  referralOf,
} from "./support/programme";
import { test } from "./support/test";

/** Reaches the state, by default from the referral page. */
const STATES: Record<string, (page: Page) => Promise<unknown>> = {
  "a post that is not found": (page) => page.goto("/blog/nothing"),
  "any other path": (page) => page.goto("/nothing"),
  "a refused number": async (page) => {
    await askForCode(page, "Login", "12");
    await expectToast(page, "Please enter a valid mobile number.");
  },
  "the code dialog": async (page) => {
    await askForCode(page, "Login", MEMBER);
    await expectToast(page, "OTP Sent");
  },
  "a refused form": async (page) => {
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Please fill in");
  },
  "a refused message": async (page) => {
    await open(page, "/contact");
    await sendButton(page).click();
    await page.getByRole("heading", { name: /^Error: / }).waitFor();
  },
  "a member with a list": async (page) => {
    await prepareList(page);
    await logIn(page, "Sign Up", MEMBER);
  },
  "a member about to erase": async (page) => {
    await prepareList(page);
    await logIn(page, "Sign Up", MEMBER);
    await page.getByRole("button", { name: "Erase my data" }).click();
    await page.getByRole("dialog", { name: "Erase Your Data" }).waitFor();
  },
  "the admin": async (page) => {
    await prepareList(page);
    await logIn(page, "Login", ADMIN);
  },
  "the admin, with points that are refused": async (page) => {
    await prepareList(page);
    await logIn(page, "Login", ADMIN);
    const points = await editPoints(referralOf(page, "Binu Thomas").first());
    await points.fill("x");
    await points.press("Enter");
    await expectToast(page, "Please enter valid points.");
  },
  "an import's preview": async (page) => {
    await logIn(page, "Login", ADMIN);
    await chooseImport(page, exported([record()], [MEMBER]));
    await page.getByRole("dialog", { name: "Import Records" }).waitFor();
  },
  "a refused import": async (page) => {
    await logIn(page, "Login", ADMIN);
    await chooseImport(page, "no export");
    await page.getByText("not an export of the referral programme").first().waitFor();
  },
};

for (const [state, reach] of Object.entries(STATES)) {
  test(`${state} is accessible`, async ({ page }) => {
    await openReferral(page);
    await reach(page);
    await expectAccessibleWideAndNarrow(page);
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
  await openReferral(page);
}
