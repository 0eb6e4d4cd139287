/**
 * The list of errors at the top of a refused form, with script (without: hosted-no-script.spec.ts).
 */
import type { Locator, Page } from "@playwright/test";
import { fillMessage, messageField, sendButton } from "./support/contact";
import { open } from "./support/pages";
import { expectToast, fillAsGuest, openReferral } from "./support/programme";
import { expect, test } from "./support/test";

test(
  "a refused referral lists all errors at its top, with a link to each field",
  { tag: ["@small", "@engines"] },
  async ({ page }) => {
    await openReferral(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    const summary = summaryOf(page, "Error: Please fill in all required fields for referral.");
    await expect(summary.getByRole("link")).toHaveText([
      "Enter your name.",
      "Enter your phone number.",
      "Enter the name of the person you are referring.",
      "Enter their phone number.",
      "Choose a service.",
    ]);
    await test.step("the first field has the focus, and each says the same", async () => {
      await expect(page.getByLabel("Your Name")).toBeFocused();
      await expect(summary).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel("Your Name")).toBeInViewport({ ratio: 1 });
      await expect(page.getByLabel("Service")).toHaveAccessibleDescription("Choose a service.");
    });
    await expectLeads(summary, "Choose a service.", page.getByLabel("Service"));
    await expectLeads(summary, "Enter your name.", page.getByLabel("Your Name"));
    await test.step("it stays while the fields are filled in, and disappears when the referral is submitted", async () => {
      await fillAsGuest(page);
      await expect(page.getByLabel("Your Name")).not.toHaveAttribute("aria-invalid");
      await expect(summary).toBeVisible();
      await page.getByRole("button", { name: "Submit Referral" }).click();
      await expectToast(page, "Referral Submitted!");
      await expect(summary).toBeHidden();
    });
  },
);

test(
  "a refused message lists all errors at its top, with a link to each field",
  { tag: ["@small", "@engines"] },
  async ({ page }) => {
    await open(page, "/contact");
    await messageField(page, "Email").fill("asha@");
    await messageField(page, "Subject").fill("   ");
    await sendButton(page).click();
    const summary = summaryOf(page, "Error: Nothing has been sent yet.");
    await expect(summary.getByRole("link")).toHaveText([
      "Enter your name.",
      "Enter an email address such as name@example.com.",
      "Enter a subject.",
      "Enter your message.",
    ]);
    await expect(messageField(page, "Name")).toBeFocused();
    await expect(summary).toBeInViewport({ ratio: 1 });
    await expect(messageField(page, "Email")).toHaveAccessibleDescription(
      "Enter an email address such as name@example.com.",
    );
    await expectLeads(summary, "Enter your message.", messageField(page, "Message"));
    await expectLeads(summary, "Enter your name.", messageField(page, "Name"));
    await fillMessage(page);
    await sendButton(page).click();
    await expect(summary).toBeHidden();
    await expectToast(page, "Message Sent!");
  },
);

function summaryOf(page: Page, title: string) {
  const form = page.getByRole("main").locator("form");
  return form.locator("div", { has: page.getByRole("heading", { name: title, level: 3 }) });
}

/** Its link moves the focus to the field, whose label and error are then visible below the bar. */
async function expectLeads(summary: Locator, hint: string, field: Locator) {
  await test.step(`“${hint}” leads to its field`, async () => {
    const page = field.page();
    const address = page.url();
    const link = summary.getByRole("link", { name: hint });
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(field).toBeFocused();
    expect(page.url()).toBe(address);
    const hidden = await field.evaluate((control: HTMLInputElement) => {
      const bar = document.querySelector("header")?.getBoundingClientRect().bottom ?? 0;
      const parts = [control, control.labels?.[0], control.parentElement?.lastElementChild];
      return parts.filter((part) => {
        const { top = 0, bottom = 0 } = part?.getBoundingClientRect() ?? {};
        return top < bar || bottom > innerHeight;
      }).length;
    });
    expect(hidden).toBe(0);
  });
}
