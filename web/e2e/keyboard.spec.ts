/** Every journey with the keyboard only. Everything is reached with Tab. */
import { sendButton } from "./support/contact";
import { presses, tabTo } from "./support/keyboard";
import { fontsFetched, open } from "./support/pages";
import {
  ADMIN,
  chooseImport,
  codeFor,
  exported,
  expectReady,
  expectToast,
  KEYS,
  MEMBER,
  openReferral,
  otpField,
  prepare,
  record,
  stored,
} from "./support/programme";
import { expect, test } from "./support/test";

test("a guest refers somebody, signs up, reads the notice with the code, and logs out", async ({
  page,
}) => {
  await openReferral(page);
  const type = presses(page);
  await test.step("the form", async () => {
    await tabTo(page, "Your Name");
    await type("Asha", "Tab", "97455000000", "Tab", "Binu Thomas", "Tab", "9744555666", "Tab");
    await expect(page.getByLabel("Service")).toBeFocused();
    await type("IT", "Tab", "Met at an air show.");
    await tabTo(page, "Submit Referral");
    await type("Enter");
    await expectToast(page, "Referral Submitted!");
    const [referral] = await stored(page, KEYS.referrals);
    expect(referral).toMatchObject({
      referrerName: "Asha",
      referredName: "Binu Thomas",
      service: "it-services",
      notes: "Met at an air show.",
    });
  });
  await page.reload();
  await expectReady(page);
  await test.step("the dialog keeps the focus, and Escape gives it back", async () => {
    await tabTo(page, "Mobile Number");
    await type(MEMBER);
    await tabTo(page, "Login");
    await type("Enter");
    const dialog = page.getByRole("dialog", { name: "Login with OTP" });
    await expect(dialog).toBeVisible();
    // Tab cycles through the dialog, the notice above it and the browser, never the page behind.
    for (let time = 0; time < 8; time += 1) {
      await type("Tab");
      const behind = await page.evaluate(
        () => document.activeElement?.closest("#page") !== null && document.hasFocus(),
      );
      expect(behind).toBe(false);
    }
    // With the focus on the notice, Escape would close the notice.
    await tabTo(page, "OTP");
    await type("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeFocused();
  });
  await test.step("the sign-up", async () => {
    await tabTo(page, "Sign Up");
    await type("Enter");
    await expect(otpField(page)).toBeFocused();
    await type("F8", "Tab", "Escape");
    await expect(otpField(page)).toBeFocused();
    await type(await codeFor(page, MEMBER), "Enter");
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeFocused();
    await type("Tab");
    await expect(page.getByRole("button", { name: "Logout" })).toBeFocused();
    await type("Enter");
    await expect(page.getByRole("button", { name: "Login", exact: true })).toBeVisible();
  });
});

test("the admin assigns points, cancels, exports and imports", async ({ page }) => {
  await prepare(page, { [KEYS.referrals]: JSON.stringify([record()]) });
  await openReferral(page);
  const type = presses(page);
  await tabTo(page, "Mobile Number");
  await type(ADMIN);
  await tabTo(page, "Login");
  await type("Enter");
  await expect(otpField(page)).toBeFocused();
  await type(await codeFor(page, ADMIN), "Enter");
  await expect(page.getByText("Admin View")).toBeVisible();

  const edit = page.getByRole("button", { name: /Assign\/Edit Points/ });
  await tabTo(page, /Assign\/Edit Points/);
  await type("Enter");
  await expect(page.getByLabel(/Points/)).toBeFocused();
  await type("7", "Escape");
  await expect(edit).toBeFocused();
  await type("Enter", "25", "Tab");
  await expect(page.getByRole("button", { name: "Save" })).toBeFocused();
  await type("Enter");
  await expectToast(page, "Points assigned successfully.");
  await expect(edit).toBeFocused();
  expect(await stored(page, KEYS.referrals)).toMatchObject([{ points: 25, status: "Successful" }]);

  await tabTo(page, "Export as JSON");
  const [file] = await Promise.all([page.waitForEvent("download"), type("Enter")]);
  expect(file.suggestedFilename()).toMatch(/\.json$/);
  await tabTo(page, "Import a JSON export");
  // Enter would open the browser's own file dialog here.
  await chooseImport(page, exported([record({ id: 7 })]));
  await expect(page.getByRole("dialog", { name: "Import Records" })).toBeVisible();
  await tabTo(page, "Import");
  await type("Enter");
  await expectToast(page, "Import Finished");
  await expect(page.getByLabel("Import a JSON export")).toBeFocused();
});

test("a visitor writes a message @engines", async ({ page }) => {
  await open(page, "/contact");
  await expect(sendButton(page)).toBeEnabled();
  const type = presses(page);
  await tabTo(page, "Name");
  await type("Asha", "Tab", "asha@example.com", "Tab", "Hello", "Tab", "A question.", "Tab");
  await type("Enter");
  await expectToast(page, "Message Sent!");
});

test("a visitor goes from page to page, and the focus is on each heading @engines", async ({
  page,
}) => {
  await open(page, "/");
  await fontsFetched(page);
  for (const link of [/Our Services/, /Discuss your project/]) {
    await tabTo(page, link);
    const before = page.url();
    await page.keyboard.press("Enter");
    await expect(page).not.toHaveURL(before);
    await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  }
});
