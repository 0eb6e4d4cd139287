/** The contact page: its texts, its form's checks, what it sends, and drafts. */
import type { Page } from "@playwright/test";
import {
  expectMessage,
  expectNoMessage,
  fillMessage,
  MESSAGE,
  messageField,
  sendButton,
} from "./support/contact";
import { open, requestsOf } from "./support/pages";
import { expectToast } from "./support/programme";
import { lose } from "./support/requests";
import { expect, test } from "./support/test";
import { watchFor } from "./support/transient";

test("sending a message shows Sending... for 1.5 seconds, logs it to the console, shows a notice, and empties the form @engines", async ({
  page,
}) => {
  const fetched = requestsOf(page);
  await lose(page, "GET /assets/*.wasm");
  await page.goto("/contact");
  await test.step("the offices and the address stand beside the form", async () => {
    for (const words of ["Porur", "Tamil Nadu", "Doha", "info@karavan.example"]) {
      await expect(page.getByRole("main")).toContainText(words);
    }
    await expect(page.getByRole("heading", { name: "Send Us a Message" })).toBeVisible();
    await expect(messageField(page, "Message")).toHaveAttribute("rows", "5");
  });
  await fillMessage(page);
  const logged = page.waitForEvent("console", (line) => line.type() === "log");
  const start = Date.now();
  const sending = await watchFor(sendButton(page), "Sending...");
  await sendButton(page).click();
  await sending();
  await expectToast(page, "Message Sent!");
  await expectToast(page, "Thank you for reaching out. We will get back to you soon.");
  expect(Date.now() - start).toBeGreaterThanOrEqual(1500);
  const values = await Promise.all((await logged).args().map((arg) => arg.jsonValue()));
  expect(values).toContainEqual({
    name: MESSAGE.Name,
    email: MESSAGE.Email,
    subject: MESSAGE.Subject,
    message: MESSAGE.Message,
  });
  await expectNoMessage(page);
  await test.step("without WebAssembly, which it never asks for", async () => {
    expect(fetched.filter((address) => address.endsWith(".wasm"))).toEqual([]);
  });
});

test("the browser itself asks for the missing fields of a message @engines", async ({ page }) => {
  await open(page, "/contact");
  await fillMessage(page);
  /** The browser's own error for this text, which prevents sending. */
  const refused = async (label: keyof typeof MESSAGE, text: string) => {
    const field = messageField(page, label);
    await field.fill(text);
    await sendButton(page).click();
    await expect(field).toBeFocused();
    await expect(sendButton(page)).toBeEnabled();
    const said = await field.evaluate((control) => {
      const { validity, validationMessage: words } = control as HTMLInputElement;
      return { missing: validity.valueMissing, valid: validity.valid, words };
    });
    await field.fill(MESSAGE[label]);
    return said;
  };
  for (const label of ["Name", "Email", "Subject", "Message"] as const) {
    await test.step(`${label} is required`, async () => {
      expect(await refused(label, "")).toMatchObject({ missing: true });
    });
  }
  for (const email of ["asha", "asha@", "@example.com", "a b@example.com", "asha@-example.com"]) {
    await test.step(`${email} is not an email address`, async () => {
      expect(await refused("Email", email)).toMatchObject({ valid: false });
    });
  }
  for (const [label, blanks] of [
    ["Name", "   "],
    ["Subject", "\u00a0 "],
    ["Message", " \n\t\n"],
  ] as const) {
    await test.step(`blanks are not accepted as ${label}`, async () => {
      expect((await refused(label, blanks)).words).toMatch(/^(Enter|Write)/);
    });
  }
  await test.step("and sends it when it is complete", async () => {
    await sendButton(page).click();
    await expectToast(page, "Message Sent!");
  });
});

test("typed text is kept after a link and Back, and after a reload, until it is sent", async ({
  page,
}) => {
  await open(page, "/contact");
  await fillMessage(page);
  await follow(page, "Services");
  await page.goBack();
  await expectMessage(page, MESSAGE);
  await page.reload();
  await expectMessage(page, MESSAGE);
  await sendButton(page).click();
  await expectToast(page, "Message Sent!");
  await page.reload();
  await expectNoMessage(page);
});

test("a service's link fills in the subject", async ({ page }) => {
  const askAbout = (service: string) =>
    page.getByRole("link", { name: `Discuss your project: ${service}` }).click();
  await open(page, "/services");
  await askAbout("MRO Consulting");
  await expectMessage(page, { Subject: "MRO Consulting" });
  await page.reload();
  await expectMessage(page, { Subject: "MRO Consulting" });
  await follow(page, "Services");
  await askAbout("HR Recruitment");
  await expectMessage(page, { Subject: "HR Recruitment" });
  await messageField(page, "Subject").fill("Forty fitters");
  await page.goBack();
  await askAbout("MRO Consulting");
  await expectMessage(page, { Subject: "Forty fitters" });
});

/** Clicks a link in the footer. */
async function follow(page: Page, name: string) {
  await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
  await expect(page).not.toHaveURL(/contact/);
}
