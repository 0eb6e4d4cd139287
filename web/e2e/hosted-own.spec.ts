/** A member's own referrals on a server: what they see and can do. */
import {
  BINU,
  expectToast,
  fillReferred,
  KEYS,
  MEMBER,
  openReferral,
  referAsGuest,
  referAsMember,
  referralOf,
  stored,
  submit,
} from "./support/programme";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

test.describe("One's own referral", { tag: "@hosted" }, () => {
  test("is corrected, withdrawn and restored, and shows its history", async ({ page }) => {
    const own = await referAsMember(page);
    await expect(own).toContainText("We have your referral and will contact them soon.");
    await expect(own.getByRole("listitem")).toContainText(["Submitted"]);
    await expectAccessibleWideAndNarrow(page);

    await own.getByRole("button", { name: /^Correct/ }).click();
    const dialog = page.getByRole("dialog");
    const text = dialog.getByLabel("It should be");
    await text.fill("");
    await dialog.getByRole("button", { name: "Correct", exact: true }).click();
    await expect(text).toHaveAttribute("aria-invalid", "true");
    await expect(text).toBeFocused();
    await dialog.getByLabel("What is wrong").selectOption("Phone");
    await expect(text).not.toHaveAttribute("aria-invalid", "true");
    await text.fill("+974 5555 0000");
    await dialog.getByRole("button", { name: "Correct", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(own).toContainText("+974 5555 0000");
    await expect(own.getByRole("listitem").last()).toContainText("You corrected it");

    await own.getByRole("button", { name: /^Withdraw/ }).click();
    await dialog.getByLabel("Why").fill("Asked me to");
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(own).toContainText("Withdrawn");
    await expect(own.getByRole("button", { name: /^Correct/ })).toBeHidden();
    await own.getByRole("button", { name: /^Undo .*Asked me to/ }).click();
    await expectToast(page, "Undone");
    await expect(own.getByRole("button", { name: /^Withdraw/ })).toBeVisible();
    // The button that was pressed is gone.
    await expect(own.getByRole("button").first()).toBeFocused();
  });

  test("is also seen by the referred person, who can withdraw it", async ({ page, server }) => {
    await openReferral(page);
    await referAsGuest(page, { phone: MEMBER }, "919999900000");
    await server.logIn(page, "Sign Up", MEMBER);
    const about = page.getByRole("region", { name: "Referred by others" });
    await expect(about.getByRole("rowheader")).toHaveCount(1);
    await about.getByText("History and changes").click();
    await expect(about.getByRole("button", { name: /^Correct/ })).toBeHidden();
    await about.getByRole("button", { name: /^Withdraw/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(about).toContainText("Withdrawn");
  });

  test("that the company has closed says why, and has no buttons any more", async ({
    page,
    server,
  }) => {
    const own = await referAsMember(page);
    await expect(own.getByRole("button", { name: /^Withdraw/ })).toBeVisible();
    await server.records.command(BINU.name, { kind: "decline", reason: "existing-client" });
    // The screen is outdated now, so the server refuses and says so.
    await own.getByRole("button", { name: /^Withdraw/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Withdraw", exact: true }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await page.reload();
    await expect(own).toContainText("We could not take this referral further.");
    await own.getByText("History and changes").click();
    await expect(own.getByRole("listitem")).toHaveCount(2);
    await expect(own.getByRole("button", { name: /^Withdraw/ })).toBeHidden();
  });

  test("is followed by text messages for members who switch them on, until they switch them off", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    const news = page.getByRole("region", { name: "Text updates" });
    const wanted = news.getByRole("button", { name: "Text me when a referral changes" });
    await news.getByText("Choose whether we text you").click();
    await wanted.click();
    await expectToast(page, "Saved");
    await expect(news).toContainText("We send a text message to your number");
    await page.reload();
    await news.getByText("Choose whether we text you").click();
    await news.getByRole("button", { name: "Stop texting me" }).click();
    await expect(wanted).toBeVisible();
  });

  test("is made under the name that a member has chosen", async ({ page, server }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await expect(page.getByRole("heading", { name: /^Welcome, User\d{4}!$/ })).toBeVisible();
    const naming = page.getByRole("region", { name: "What we call you" });
    await naming.getByText("Change your name").click();
    const name = naming.getByLabel("Name");
    await name.fill("+91 98765 43210");
    await naming.getByRole("button", { name: "Save name" }).click();
    await expect(name).toHaveAccessibleDescription(/not a phone number/);
    await expect(name).toBeFocused();
    await name.fill("آشا Nair");
    await name.press("Enter");
    await expectToast(page, "Your next referrals will have this name.");
    await expect(page.getByRole("heading", { name: "Welcome, آشا Nair!" })).toBeVisible();
    await expectAccessibleWideAndNarrow(page);
    await fillReferred(page, BINU);
    await submit(page);
    await expect(referralOf(page, BINU.name)).toBeVisible();
    const [referral] = await stored(page, KEYS.referrals);
    expect(referral).toMatchObject({ referrerName: "آشا Nair" });
    await page.reload();
    await expect(page.getByRole("heading", { name: "Welcome, آشا Nair!" })).toBeVisible();
  });
});
