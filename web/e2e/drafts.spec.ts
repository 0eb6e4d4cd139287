/** What is typed into a form: it is there until it is sent, and it does not change while it is. */
import type { Page } from "@playwright/test";
import { alive } from "./support/alive";
import { BINU, enter, expectToast, fillReferred, MEMBER, openReferral } from "./support/programme";
import { expect, test } from "./support/test";

const NOTES = { ...BINU, notes: "Met at an air show." };

test.describe("What is typed into the referral form", () => {
  test("is there again after a link and Back, and after a reload", async ({ page }) => {
    await openReferral(page);
    await typeReferral(page);
    await go(page, "Services");
    await page.goBack();
    await expectReferral(page);
    await go(page, "Blog");
    await go(page, "Referral Program");
    await expectReferral(page);
    await page.reload();
    await expectReferral(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Referral Submitted!");
    await page.reload();
    await expectEmpty(page);
  });

  test("is in no other tab, and in nothing that outlives this one", async ({ page, context }) => {
    await openReferral(page);
    await typeReferral(page);
    const other = await context.newPage();
    await openReferral(other);
    await expectEmpty(other);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage }));
    expect(stored).not.toContain(BINU.name);
  });

  test("is gone with a logout, in both forms", async ({ page }) => {
    await page.goto("/contact");
    await alive(page);
    await page.getByLabel("Message", { exact: true }).fill("Between us.");
    await openReferral(page);
    await enter(page, "Sign Up", MEMBER);
    await fillReferred(page, NOTES);
    await page.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByLabel("Mobile Number")).toBeVisible();
    await expectEmpty(page);
    await page.reload();
    await expectEmpty(page);
    await page.goto("/contact");
    await alive(page);
    await expect(page.getByLabel("Message", { exact: true })).toHaveValue("");
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toMatch(
      /Binu|Between/,
    );
  });

  test("cannot be changed while it is sent, and is sent as it was", async ({ page }) => {
    await openReferral(page);
    await typeReferral(page);
    const name = page.getByLabel("Referred Person's Name");
    await name.focus();
    // What is looked at, in one go: a second is soon over.
    const [sending] = await Promise.all([
      page.waitForFunction(() => {
        const form = document.querySelector("form:has([name=referredName])") as HTMLFormElement;
        if (!form.querySelector("button[type=submit]:disabled")) return false;
        const fields = Array.from(form.elements) as HTMLInputElement[];
        const named = fields.filter((field) => field.name);
        return named.map((field) => field.readOnly || field.disabled);
      }),
      name.press("Enter"),
    ]);
    expect(await sending.jsonValue()).toEqual([true, true, true, true, true, true]);
    await expectToast(page, "Referral Submitted!");
    await expectEmpty(page);
    await expect(name).toBeEditable();
    await expect(page.getByLabel("Service")).toBeEnabled();
    await expect(name).toBeFocused();
  });

  test("is sent once, also by somebody who goes away and comes back meanwhile", async ({
    page,
  }) => {
    await openReferral(page);
    await typeReferral(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await go(page, "Blog");
    await page.goBack();
    await expectToast(page, "Referral Submitted!");
    await expectEmpty(page);
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
  });
});

test.describe("What is typed into the contact form", () => {
  test("is there again after a link and Back, and after a reload", async ({ page }) => {
    await page.goto("/contact");
    await alive(page);
    await typeMessage(page);
    await go(page, "Services");
    await page.goBack();
    await expectMessage(page);
    await page.reload();
    await expectMessage(page);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expectToast(page, "Message Sent!");
    await page.reload();
    await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("");
  });

  test("starts with the service that one asks about", async ({ page }) => {
    await page.goto("/services");
    await alive(page);
    await page.getByRole("link", { name: "Ask about MRO Consulting" }).click();
    const subject = page.getByLabel("Subject", { exact: true });
    await expect(subject).toHaveValue("MRO Consulting");
    await page.reload();
    await expect(subject).toHaveValue("MRO Consulting");
    await go(page, "Services");
    await page.getByRole("link", { name: "Ask about HR Recruitment" }).click();
    await expect(subject).toHaveValue("HR Recruitment");
    await subject.fill("Forty fitters");
    await page.goBack();
    await page.getByRole("link", { name: "Ask about MRO Consulting" }).click();
    await expect(subject).toHaveValue("Forty fitters");
  });
});

async function typeReferral(page: Page) {
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill("98400");
  await fillReferred(page, NOTES);
}

async function expectReferral(page: Page) {
  await expect(page.getByLabel("Your Name")).toHaveValue("Asha");
  await expect(page.getByLabel("Your Phone Number")).toHaveValue("98400");
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
  await expect(page.getByLabel("Referred Person's Phone Number")).toHaveValue(BINU.phone);
  await expect(page.getByLabel("Service")).toHaveValue("training");
  await expect(page.getByLabel("Additional Notes")).toHaveValue(NOTES.notes);
}

async function expectEmpty(page: Page) {
  await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
  await expect(page.getByLabel("Service")).toHaveValue("");
  await expect(page.getByLabel("Additional Notes")).toHaveValue("");
}

async function typeMessage(page: Page) {
  await page.getByLabel("Name", { exact: true }).fill("Asha Menon");
  await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
  await page.getByLabel("Subject", { exact: true }).fill("Fitters");
  await page.getByLabel("Message", { exact: true }).fill("Doha.\nTwo shifts.");
}

async function expectMessage(page: Page) {
  await expect(page.getByLabel("Name", { exact: true })).toHaveValue("Asha Menon");
  await expect(page.getByLabel("Email", { exact: true })).toHaveValue("asha@example.com");
  await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Fitters");
  await expect(page.getByLabel("Message", { exact: true })).toHaveValue("Doha.\nTwo shifts.");
}

/** Follows a link of the footer. */
async function go(page: Page, name: string) {
  const before = page.url();
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  await expect(page).not.toHaveURL(before);
}
