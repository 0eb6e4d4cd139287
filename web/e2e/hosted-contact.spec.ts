/** Contact messages, from the form to the staff. */
import { openConsole } from "./support/console";
import { fillMessage, messageField, sendButton } from "./support/contact";
import { open } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

test.describe("Hosted contact", { tag: "@hosted" }, () => {
  test("a message reaches the staff, and is not logged to the browser’s console", async ({
    page,
    server,
  }) => {
    const said: string[] = [];
    page.on("console", (line) => said.push(line.text()));
    await open(page, "/contact");
    await fillMessage(page);
    await sendButton(page).click();
    await expect(page.getByText("Message Sent!").first()).toBeVisible();
    await expect(messageField(page, "Subject")).toHaveValue("");
    expect(said.filter((line) => line.includes("asha@example.com"))).toEqual([]);

    await openConsole(page, server, "/messages");
    const message = page.getByRole("main").locator("ol > li");
    await expect(message).toContainText("Forty fitters");
    await expect(message).toContainText("Asha Menon");
    await expect(message).toContainText("Two shifts.");
    await expect(message.getByRole("link", { name: "asha@example.com" })).toBeVisible();
  });

  test("a message that the site cannot accept stays in the form", async ({ page, context }) => {
    // The page loads the code that sends a message as soon as the form is used.
    const part = page.waitForResponse(/send-message.*\.js/);
    await open(page, "/contact");
    await messageField(page, "Name").focus();
    await (await part).finished();
    await context.setOffline(true);
    await fillMessage(page);
    await sendButton(page).click();
    await expect(page.getByText(/cannot be reached at the moment/).first()).toBeVisible();
    await expect(messageField(page, "Subject")).toHaveValue("Forty fitters");
  });
});
