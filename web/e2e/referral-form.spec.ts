import {
  BINU,
  enter,
  expectToast,
  fillReferred,
  KEYS,
  MEMBER,
  openReferral,
  stored,
  submit,
} from "./support/programme";
import { expect, test } from "./support/test";

const guest = "a guest refers somebody under their own name and number, in about a second";
test(guest, { tag: "@browser" }, async ({ page }) => {
  await openReferral(page);
  await page.getByLabel("Your Name").fill("  Asha Menon ");
  await page.getByLabel("Your Phone Number").fill("98400 12345");
  await fillReferred(page, { ...BINU, notes: "Starts in June." });
  const before = Date.now();
  await Promise.all([
    expect(page.getByRole("button", { name: "Submitting..." })).toBeDisabled(),
    page.getByRole("button", { name: "Submit Referral" }).click(),
  ]);
  await expectToast(page, "Referral Submitted!");
  await expectToast(page, "Binu Thomas was successfully referred.");
  expect(Date.now() - before).toBeGreaterThanOrEqual(1000);

  const [referral] = await stored(page, KEYS.referrals);
  expect(referral).toEqual({
    id: expect.any(Number),
    referrerName: "Asha Menon",
    referrerMobile: "98400 12345",
    referredName: "Binu Thomas",
    referredPhone: "9744555666",
    service: "training",
    notes: "Starts in June.",
    date: await page.evaluate(() => new Date().toLocaleDateString()),
    status: "Pending",
    points: 0,
  });
  expect(referral?.["id"]).toBeGreaterThanOrEqual(before);
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
  await expect(page.getByLabel("Service")).toHaveValue("");
});

test("a member's referral is theirs, and is listed", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await expect(page.getByLabel("Your Name")).toBeHidden();
  await expect(page.getByRole("heading", { name: "Your Referrals" })).toBeHidden();
  await fillReferred(page, { ...BINU, service: "IT Services", notes: "Knows Rust." });
  await submit(page);
  const entry = page.getByRole("listitem", { name: "Binu Thomas" });
  // A server shows a number as people in its country write it.
  for (const words of [/9744555666|097445 55666/, "IT Services", "Pending", "Knows Rust."]) {
    await expect(entry).toContainText(words);
  }
  const [referral] = await stored(page, KEYS.referrals);
  expect(referral).toMatchObject({ referrerName: "User2345" });
  // A server keeps an Indian number as Indians write it.
  expect(referral).toMatchObject({
    referrerMobile: expect.stringMatching(`^(${MEMBER}|${MEMBER.slice(2)})$`) as unknown,
  });
});

test("after a referral the focus is where it was, and the new entry is announced", async ({
  page,
}) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await fillReferred(page, BINU);
  const button = page.getByRole("button", { name: "Submit Referral" });
  await button.focus();
  await button.press("Enter");
  const said = page.getByText("New referral: Binu Thomas, Pending, 0 points.");
  await expect(said).toHaveCount(1);
  await expect(said).toHaveRole("status");
  await expect(button).toBeFocused();
  await expect(said).toHaveCount(0);
});

test("what a guest referred under a number is there after login with it", async ({ page }) => {
  await openReferral(page);
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill(MEMBER);
  await fillReferred(page, BINU);
  await submit(page);
  await enter(page, "Sign Up", MEMBER);
  await expect(page.getByRole("listitem", { name: "Binu Thomas" })).toBeVisible();
});

test("every missing field is named, and nothing typed is lost", async ({ page }) => {
  await openReferral(page);
  await page.getByLabel("Referred Person's Phone Number").fill("9744555666");
  await page.getByLabel("Additional Notes").fill("Keep me.");
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Please fill in all required fields for referral.");
  for (const label of ["Your Name", "Your Phone Number", "Referred Person's Name", "Service"]) {
    await expect(page.getByLabel(label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(page.getByLabel("Your Name")).toBeFocused();
  await expect(page.getByLabel("Referred Person's Phone Number")).toHaveValue("9744555666");
  await expect(page.getByLabel("Additional Notes")).toHaveValue("Keep me.");
  expect(await stored(page, KEYS.referrals)).toEqual([]);
});

test("blanks are not an answer", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await fillReferred(page, { ...BINU, name: "   " });
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Please fill in all required fields for referral.");
  await expect(page.getByLabel("Referred Person's Name")).toBeFocused();
});

test("a double click is one referral", async ({ page }) => {
  await openReferral(page);
  await enter(page, "Sign Up", MEMBER);
  await fillReferred(page, BINU);
  await page.getByRole("button", { name: "Submit Referral" }).dblclick();
  await expectToast(page, "Referral Submitted!");
  await page.waitForTimeout(1500);
  expect(await stored(page, KEYS.referrals)).toHaveLength(1);
});

test("the service list offers the seven services and nothing preselected", async ({ page }) => {
  await openReferral(page);
  const select = page.getByLabel("Service");
  await expect(select).toHaveValue("");
  const labels = await select.locator("option").allTextContents();
  expect(labels.slice(1)).toEqual([
    "Training",
    "HR Recruitment",
    "IT Services",
    "Non-IT Services",
    "Royalty Card",
    "Loyalty Card",
    "Others",
  ]);
});

test("what was typed as a guest is still there after login", async ({ page }) => {
  await openReferral(page);
  await fillReferred(page, BINU);
  await enter(page, "Sign Up", MEMBER);
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
  await expect(page.getByLabel("Service")).toHaveValue("training");
});
