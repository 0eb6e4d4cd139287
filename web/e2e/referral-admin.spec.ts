import {
  ADMIN,
  enter,
  expectToast,
  KEYS,
  MEMBER,
  openReferral,
  prepare,
  record,
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
});

test("the admin sees every referral, newest first, with who referred", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Login", ADMIN);
  await expect(
    page.getByRole("heading", { name: "Admin Dashboard - All Referrals" }),
  ).toBeVisible();
  const names = page.getByRole("listitem").getByRole("heading", { level: 3 });
  await expect(names).toHaveText(["Dev", "Binu Thomas"]);
  const dev = page.getByRole("listitem", { name: "Dev" });
  for (const words of [
    "Chitra",
    "97455",
    "Training",
    "21/11/2025",
    "Declined",
    "Met at an air show.",
  ]) {
    await expect(dev).toContainText(words);
  }
});

test("a member sees their own only", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await expect(page.getByRole("listitem", { name: "Binu Thomas" })).toBeVisible();
  await expect(page.getByRole("listitem", { name: "Dev" })).toBeHidden();
  await expect(page.getByRole("button", { name: /Assign\/Edit Points/ })).toBeHidden();
});

test("saving points makes a referral Successful, and again keeps it so", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Login", ADMIN);
  const dev = page.getByRole("listitem", { name: "Dev" });
  const button = dev.getByRole("button", { name: /Assign\/Edit Points/ });
  await button.click();
  await dev.getByLabel(/Points/).fill("25");
  await dev.getByRole("button", { name: "Save" }).click();
  await expectToast(page, "Points assigned successfully.");
  await expect(dev).toContainText("Successful");
  await expect(button).toBeFocused();

  await button.click();
  await dev.getByLabel(/Points/).fill("0");
  await dev.getByLabel(/Points/).press("Enter");
  await expect(button).toBeFocused();
  await expect(dev).toContainText("Successful");
  const records = await stored(page, KEYS.referrals);
  expect(records.find((r) => r["referredName"] === "Dev")).toMatchObject({
    status: "Successful",
    points: 0,
  });
});

for (const points of ["", "-1", "+1", "1.5", "1e3", "ten", "9007199254740992"]) {
  test(`points of “${points}” are refused, and stay to be mended`, async ({ page }) => {
    await openReferral(page);
    await enter(page, "Login", ADMIN);
    const dev = page.getByRole("listitem", { name: "Dev" });
    await dev.getByRole("button", { name: /Assign\/Edit Points/ }).click();
    await dev.getByLabel(/Points/).fill(points);
    await dev.getByRole("button", { name: "Save" }).click();
    await expectToast(page, "Please enter valid points.");
    await expect(dev.getByLabel(/Points/)).toHaveValue(points);
    await expect(dev.getByLabel(/Points/)).toBeFocused();
    await expect(dev).toContainText("Declined");
  });
}

test("Escape and Cancel leave the points as they were", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Login", ADMIN);
  const dev = page.getByRole("listitem", { name: "Dev" });
  const button = dev.getByRole("button", { name: /Assign\/Edit Points/ });
  for (const leave of ["Escape", "Cancel"]) {
    await button.click();
    await dev.getByLabel(/Points/).fill("7");
    if (leave === "Escape") await dev.getByLabel(/Points/).press("Escape");
    else await dev.getByRole("button", { name: "Cancel" }).click();
    await expect(button).toBeFocused();
  }
  expect((await stored(page, KEYS.referrals))[1]).toMatchObject({ status: "Declined", points: 0 });
});
