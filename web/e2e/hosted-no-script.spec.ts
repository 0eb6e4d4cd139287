/** The forms in hosted mode, in a browser without script. */
import type { Page } from "@playwright/test";
import { openConsole } from "./support/console";
import { expectMessage, fillMessage, MESSAGE, messageField, sendButton } from "./support/contact";
import { BINU, fillAsGuest, MEMBER, referralOf } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const summary = (page: Page) => page.getByRole("main").getByRole("alert");

test.describe("Hosted, without script", { tag: "@hosted" }, () => {
  test.use({ javaScriptEnabled: false });

  test("a message is sent once, and a refused one lists its errors at the top", async ({
    page,
    browser,
    server,
  }) => {
    await page.goto("/contact");
    await expect(page.getByText(/needs JavaScript/)).toBeHidden();
    await fillMessage(page, { Subject: "   " });
    await sendButton(page).click();
    await test.step("a summary leads to the field, and everything typed is still there", async () => {
      await expect(page).toHaveTitle(/^Error: /);
      await expect(summary(page)).toContainText("Error: ");
      await summary(page).getByRole("link").click();
      await expect(messageField(page, "Subject")).toBeFocused();
      await expect(messageField(page, "Subject")).toHaveAccessibleDescription(/./);
      await expectMessage(page, { ...MESSAGE, Subject: "   " });
      await expect(page).toHaveURL(/\/contact#/);
    });
    await messageField(page, "Subject").fill(MESSAGE.Subject);
    await sendButton(page).click();
    await expect(page.getByRole("main").getByRole("status")).toContainText("Message Sent!");
    await expect(page).toHaveURL(/\/contact\/sent#notice$/);
    await page.reload();
    await expect(page.getByRole("main").getByRole("status")).toContainText(
      "Thank you for reaching out. We will get back to you soon.",
    );
    await test.step("and another can be sent from there", async () => {
      await fillMessage(page, { Subject: "More fitters" });
      await sendButton(page).click();
      await expect(page.getByRole("main").getByRole("status")).toContainText("Message Sent!");
    });
    const admin = await server.onAnotherDevice(browser);
    await openConsole(admin, server, "/messages");
    const messages = admin.getByRole("main").locator("ol > li");
    await expect(messages.filter({ hasText: MESSAGE.Subject })).toHaveCount(1);
    await expect(messages.filter({ hasText: "More fitters" })).toHaveCount(1);
    await admin.context().close();
  });

  test("a service's link opens the form with the service as its subject", async ({ page }) => {
    await page.goto("/services/it-services");
    await page.getByRole("link", { name: "Discuss your project" }).click();
    await expect(page).toHaveURL("/contact?subject=IT+Services");
    await expectMessage(page, { Name: "", Email: "", Subject: "IT Services", Message: "" });
    await fillMessage(page, { Subject: "IT Services" });
    await sendButton(page).click();
    await expect(page.getByRole("main").getByRole("status")).toContainText("Message Sent!");
  });

  test("a service's link opens the referral form with the service selected", async ({ page }) => {
    await page.goto("/services/it-services");
    await page.getByRole("link", { name: "Refer someone for IT Services" }).click();
    await expect(page).toHaveURL("/referral?service=it-services");
    await expect(page.getByLabel("Service")).toHaveValue("it-services");
  });

  test("a referral is submitted once, with the same rules and the same wording", async ({
    page,
    browser,
    server,
  }) => {
    await page.goto("/referral");
    await page.getByLabel("Your Name").fill("Asha <script>");
    await page.getByLabel("Service").selectOption(BINU.service);
    await page.getByLabel("Additional Notes").fill("Line one\nline two");
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expect(summary(page)).toContainText("Please fill in all required fields for referral.");
    await expect(summary(page).getByRole("link")).toHaveCount(3);
    await summary(page).getByRole("link").first().click();
    await expect(page.getByLabel("Your Phone Number")).toBeFocused();
    await expect(page.getByLabel("Your Name")).toHaveValue("Asha <script>");
    await expect(page.getByLabel("Additional Notes")).toHaveValue("Line one\nline two");
    await expect(page.getByLabel("Service")).toHaveValue("training");

    await fillAsGuest(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    const said = page.getByRole("main").getByRole("status");
    await expect(said).toContainText("Referral Submitted!");
    await expect(said).toContainText("Your referral was submitted.");
    await page.reload();
    await expect(said).toContainText("Referral Submitted!");
    const member = await server.onAnotherDevice(browser);
    await server.logIn(member, "Sign Up", MEMBER);
    await expect(referralOf(member, BINU.name)).toHaveCount(1);
    await member.context().close();
  });
});

test.describe("Hosted, with script", { tag: "@hosted" }, () => {
  test("the forms for visitors without script are not visible", async ({ page }) => {
    for (const address of ["/contact", "/referral"]) {
      await page.goto(address);
      await expect(page.getByRole("button", { name: /Send Message|Submit Referral/ })).toHaveCount(
        1,
      );
      await expect(
        page.getByRole("button", { name: /Send Message|Submit Referral/ }),
      ).toBeEnabled();
    }
  });
});
