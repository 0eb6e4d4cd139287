/** Staff write to a referrer with a template that an owner has set, and the referrer reads it. */
import { enterConsole } from "./support/console";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { ADMIN, BINU, logIn, MEMBER, openReferral, referAsMember } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const LABEL = "Starts soon";

test.describe("A message to a referrer", { tag: "@hosted" }, () => {
  test("is written from a template, sent as a text, and read in the history", async ({
    page,
    server,
    browser,
  }) => {
    const own = await referAsMember(page);
    await page.getByText("Choose whether we text you").click();
    await page.getByRole("button", { name: "Text me when a referral changes" }).click();
    await expect(page.getByRole("button", { name: "Stop texting me" })).toBeVisible();

    const office = await server.onAnotherDevice(browser);
    await logIn(office, "Login", ADMIN);
    await enterConsole(office, server, "/settings?tab=templates");
    await office.getByRole("button", { name: "Add a template…" }).click();
    const dialog = office.getByRole("dialog");
    await dialog.getByLabel("Label").fill(LABEL);
    await dialog.getByLabel("Words").fill("Hello {refered}, {person} starts on Monday.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByLabel("Words")).toHaveAccessibleDescription(
      /There is no field \{refered\}/,
    );
    await dialog.getByLabel("Words").fill("Hello {referrer}, {person} starts on Monday.");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(office.getByRole("cell", { name: LABEL, exact: true })).toBeVisible();
    await expectAccessibleWideAndNarrow(office);

    await office.goto("/console/referrals");
    await office.getByRole("link", { name: BINU.name, exact: true }).click();
    await expect(office.getByRole("heading", { name: BINU.name })).toBeVisible();
    await office.keyboard.press("s");
    await office.getByLabel("Template").selectOption(LABEL);
    const words = office.getByLabel("Message", { exact: true });
    await expect(words).toHaveValue(/^Hello .+ starts on Monday\.$/);
    await expectAccessibleWideAndNarrow(office);
    const written = await words.inputValue();
    expect(written).toContain(BINU.name);
    await office.getByRole("button", { name: "Send as a text" }).click();
    await expect(office.getByText("Text message to the referrer")).toBeVisible();
    await expect(office.getByText(written, { exact: true })).toBeVisible();
    await expect.poll(() => server.textsTo(MEMBER)).toEqual([written]);

    // WhatsApp is another tab, with the words and the number of the referrer.
    await office.context().route("https://wa.me/**", (route) => route.fulfill({ body: "" }));
    await words.fill("Any questions?");
    const opened = office.waitForEvent("popup");
    await office.getByRole("button", { name: /^Open in WhatsApp/ }).click();
    await (await opened).waitForURL(/^https:\/\/wa\.me\/\d+\?text=Any%20questions%3F$/);
    await expect(office.getByText("WhatsApp opened, to the referrer")).toBeVisible();

    await openReferral(page);
    await own.getByText("History and changes").click();
    await expect(own).toContainText(`We texted you: “${written}”`);
  });
});
