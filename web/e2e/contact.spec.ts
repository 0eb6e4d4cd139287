import type { Page } from "@playwright/test";
import { alive } from "./support/alive";
import { expectToast } from "./support/programme";
import { expect, test } from "./support/test";

const MESSAGE = {
  Name: "Asha Menon",
  Email: "asha@example.com",
  Subject: "Forty fitters for a heavy check",
  Message: "Doha, from March.\nTwo shifts.",
};

async function fill(page: Page, values: Partial<typeof MESSAGE> = {}) {
  for (const [label, value] of Object.entries({ ...MESSAGE, ...values })) {
    await field(page, label).fill(value);
  }
}

function field(page: Page, label: string) {
  return page
    .getByRole("form")
    .or(page.getByRole("main"))
    .getByLabel(label, { exact: true })
    .first();
}

test("the offices and the address stand beside the form", async ({ page }) => {
  await page.goto("/contact");
  const main = page.getByRole("main");
  for (const words of ["Porur", "Tamil Nadu", "Doha", "info@karavan.example"]) {
    await expect(main).toContainText(words);
  }
  await expect(page.getByRole("heading", { name: "Send Us a Message" })).toBeVisible();
  await expect(field(page, "Message")).toHaveAttribute("rows", "5");
});

const sent =
  "a message is sent: Sending... for 1.5 seconds, a line on the console, a notice, an empty form";
test(sent, { tag: "@browser" }, async ({ page }) => {
  await page.goto("/contact");
  await fill(page);
  const logged = page.waitForEvent("console", (line) => line.type() === "log");
  const start = Date.now();
  // Looked for from before the click: on a busy machine the 1.5 seconds are soon over.
  await Promise.all([
    expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled(),
    page.getByRole("button", { name: "Send Message" }).click(),
  ]);
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
  for (const label of Object.keys(MESSAGE)) await expect(field(page, label)).toHaveValue("");
});

for (const label of Object.keys(MESSAGE)) {
  test(`${label} is required by the browser itself`, async ({ page }) => {
    await page.goto("/contact");
    await fill(page, { [label]: "" });
    await page.getByRole("button", { name: /Send/ }).click();
    await expect(field(page, label)).toBeFocused();
    expect(await field(page, label).evaluate(isMissing)).toBe(true);
  });
}

for (const email of ["asha", "asha@", "@example.com", "a b@example.com", "asha@-example.com"]) {
  test(`the browser refuses ${email} as an e-mail`, async ({ page }) => {
    await page.goto("/contact");
    await fill(page, { Email: email });
    await page.getByRole("button", { name: /Send/ }).click();
    await expect(field(page, "Email")).toBeFocused();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeHidden();
  });
}

for (const [label, blanks] of [
  ["Name", "   "],
  ["Subject", "\u00a0 "],
  ["Message", " \n\t\n"],
] as const) {
  test(`blanks are no ${label}, and the browser says so`, async ({ page }) => {
    await page.goto("/contact");
    await alive(page);
    await fill(page, { [label]: blanks });
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(field(page, label)).toBeFocused();
    const words = await field(page, label).evaluate(
      (control) => (control as HTMLInputElement).validationMessage,
    );
    expect(words).toMatch(/^(Enter|Write)/);
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    await field(page, label).fill("Fitters");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expectToast(page, "Message Sent!");
  });
}

test("a message is sent where WebAssembly cannot be fetched, and never asks for it", async ({
  page,
}) => {
  const asked: string[] = [];
  await page.route("**/*.wasm", (route) => {
    asked.push(route.request().url());
    return route.abort();
  });
  await page.goto("/contact");
  await fill(page);
  await page.getByRole("button", { name: "Send Message" }).click();
  await expectToast(page, "Message Sent!");
  expect(asked).toEqual([]);
});

function isMissing(control: Element) {
  return (control as HTMLInputElement).validity.valueMissing;
}
