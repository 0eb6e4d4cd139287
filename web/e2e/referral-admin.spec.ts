/** The admin's list, and awarding points. */
import type { Page } from "@playwright/test";
import {
  ADMIN,
  closeToast,
  editPoints,
  expectToast,
  KEYS,
  logIn,
  MEMBER,
  openReferral,
  prepare,
  record,
  referralOf,
  stored,
} from "./support/programme";
import { expect, test } from "./support/test";

test.beforeEach(async ({ page }) => {
  await prepare(page, {
    [KEYS.referrals]: JSON.stringify([
      record(),
      record({
        id: 1_763_690_000_001,
        referrerName: "Chitra",
        referrerMobile: "97455",
        referredName: "Dev",
        status: "Declined",
        notes: "Met at an air show.",
      }),
    ]),
  });
  await openReferral(page);
});

test("the admin sees every referral, newest first, and giving points makes one Successful", async ({
  page,
}) => {
  await logIn(page, "Login", ADMIN);
  const title = page.getByRole("heading", { name: "Admin Dashboard - All Referrals" });
  await expect(title).toBeVisible();
  const names = page.getByRole("rowheader");
  await expect(names).toHaveText(["Dev", "Binu Thomas"]);
  const dev = referralOf(page, "Dev");
  const notes = "Met at an air show.";
  for (const words of ["Chitra", "97455", "Training", "21/11/2025", "Declined", notes]) {
    await expect(dev).toContainText(words);
  }

  const button = dev.getByRole("button", { name: /Assign\/Edit Points/ });
  await test.step("invalid points are refused, and stay to be corrected", async () => {
    const points = await editPoints(dev);
    for (const text of ["", "-1", "+1", "1.5", "1e3", "ten", "9007199254740992"]) {
      await points.fill(text);
      await dev.getByRole("button", { name: "Save" }).click();
      await expectToast(page, "Please enter valid points.");
      await expect(points).toHaveValue(text);
      await expect(points).toBeFocused();
      await closeToast(page);
    }
  });
  await test.step("Escape and Cancel leave them as they were", async () => {
    await dev.getByLabel(/^Points/).press("Escape");
    await expect(button).toBeFocused();
    await (await editPoints(dev)).fill("7");
    await dev.getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeFocused();
    await expect(dev).toContainText("Declined");
    expect(await recordOfDev(page)).toMatchObject({ status: "Declined", points: 0 });
  });
  await test.step("saving makes it Successful, and again keeps it so", async () => {
    await (await editPoints(dev)).fill("25");
    await dev.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Points assigned successfully.");
    await expect(dev).toContainText("Successful");
    await expect(button).toBeFocused();
    const points = await editPoints(dev);
    await points.fill("0");
    await points.press("Enter");
    await expect(button).toBeFocused();
    await expect(dev).toContainText("Successful");
    expect(await recordOfDev(page)).toMatchObject({ status: "Successful", points: 0 });
  });
});

test("a member sees only their own referrals", { tag: "@both" }, async ({ page }) => {
  await logIn(page, "Sign Up", MEMBER);
  await expect(referralOf(page, "Binu Thomas")).toBeVisible();
  await expect(referralOf(page, "Dev")).toBeHidden();
  await expect(page.getByRole("button", { name: /Assign\/Edit Points/ })).toBeHidden();
});

async function recordOfDev(page: Page) {
  const records = await stored(page, KEYS.referrals);
  return records.find(({ referredName }) => referredName === "Dev");
}
