/** Contact messages, from the form to the admin. */
import { openReferral } from "./support/programme";
import { test } from "./support/hosted";
import { expect } from "./support/test";

test.describe("Hosted contact", { tag: "@once" }, () => {
  test("a message reaches the admin, and not the console", async ({ page, server }) => {
    const said: string[] = [];
    page.on("console", (line) => said.push(line.text()));
    await page.goto("/contact");
    await page.getByLabel("Name", { exact: true }).fill("Asha Menon");
    await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
    await page.getByLabel("Subject", { exact: true }).fill("Forty fitters");
    await page.getByLabel("Message", { exact: true }).fill("Doha, from March.\nTwo shifts.");
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText("Message Sent!").first()).toBeVisible();
    await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("");
    expect(said.filter((line) => line.includes("asha@example.com"))).toEqual([]);

    await openReferral(page);
    await server.enterAdmin(page);
    const message = page.getByRole("listitem", { name: "Forty fitters" });
    await expect(message).toContainText("Asha Menon");
    await expect(message).toContainText("Two shifts.");
    await expect(message.getByRole("link", { name: "asha@example.com" })).toBeVisible();
  });

  test("a message that the site cannot take stays in the form", async ({ page, context }) => {
    await page.goto("/contact");
    await page.getByLabel("Name", { exact: true }).fill("Asha Menon");
    await page.getByLabel("Email", { exact: true }).fill("asha@example.com");
    await page.getByLabel("Subject", { exact: true }).fill("Forty fitters");
    await page.getByLabel("Message", { exact: true }).fill("Doha, from March.");
    await context.setOffline(true);
    await page.getByRole("button", { name: "Send Message" }).click();
    await expect(page.getByText(/cannot be reached just now/).first()).toBeVisible();
    await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Forty fitters");
  });
});
