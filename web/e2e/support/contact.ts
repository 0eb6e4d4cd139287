/** Helpers for the contact form. */
import { expect, type Page } from "@playwright/test";

export const MESSAGE = {
  Name: "Asha Menon",
  Email: "asha@example.com",
  Subject: "Forty fitters",
  Message: "Doha, from March.\nTwo shifts.",
};

export function messageField(page: Page, label: string) {
  return page.getByRole("main").getByRole("textbox", { name: label, exact: true });
}

export async function fillMessage(page: Page, change: Partial<typeof MESSAGE> = {}) {
  for (const [label, value] of Object.entries({ ...MESSAGE, ...change })) {
    await messageField(page, label).fill(value);
  }
}

export async function expectMessage(page: Page, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values)) {
    await expect(messageField(page, label)).toHaveValue(value);
  }
}

export async function expectNoMessage(page: Page) {
  await expectMessage(page, { Name: "", Email: "", Subject: "", Message: "" });
}

export function sendButton(page: Page) {
  return page.getByRole("button", { name: "Send Message" });
}
