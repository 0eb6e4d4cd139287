/** Contact messages, from the form to the admin. */
import { test } from "./support/hosted";
import { writeMessage, writeMessageHere } from "./support/hosted-visits";
import { openReferral } from "./support/programme";
import { expect } from "./support/test";

test.describe("Hosted contact", { tag: "@once" }, () => {
  test("a message reaches the admin, and not the console", async ({ page, server }) => {
    const said: string[] = [];
    page.on("console", (line) => said.push(line.text()));
    await writeMessage(page);
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
    // The page fetches what sends a message as soon as the form is touched.
    const part = page.waitForResponse(/send-message.*\.js/);
    await page.goto("/contact");
    await expect(page.getByRole("button", { name: "Send Message" })).toBeEnabled();
    await page.getByLabel("Name", { exact: true }).focus();
    await (await part).finished();
    await context.setOffline(true);
    await writeMessageHere(page);
    await expect(page.getByText(/cannot be reached just now/).first()).toBeVisible();
    await expect(page.getByLabel("Subject", { exact: true })).toHaveValue("Forty fitters");
  });
});
