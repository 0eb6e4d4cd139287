/** The daily work of staff in the console. */
import {
  addFilter,
  fillProgramme,
  FIRST,
  openConsole,
  reasonDialog,
  SECOND,
  THIRD,
} from "./support/console";
import { logInByRequest } from "./support/by-request";
import { setUpApp } from "./support/coordinator";
import { ADMIN, expectReady, logIn, MEMBER, openReferral } from "./support/programme";
import { expectNoSidewaysScrolling, nothingFetched } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";

test.describe("The console", { tag: "@hosted" }, () => {
  test("admits staff with a second factor, and tells everybody else what to do @engines", async ({
    page,
    server,
  }) => {
    await page.goto("/console");
    await expect(page.getByText(/for staff only/)).toBeVisible();
    await page.getByRole("link", { name: "Log in" }).click();
    await expectReady(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await expect(page.getByRole("link", { name: "Console" })).toHaveCount(0);
    await page.goto("/console/referrals");
    await expect(page.getByText(/has no access to the console/)).toBeVisible();
    await page.context().clearCookies();
    await openReferral(page);
    await logIn(page, "Login", ADMIN);
    await page.getByRole("link", { name: "Console", exact: true }).click();
    const code = page.getByLabel("Authenticator code");
    await code.fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(code).toHaveAccessibleDescription(/not the code|neither your authenticator/);
    await code.fill(server.secondFactor());
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  });

  test("a referral is moved and declined, and this undone, with the keyboard alone @engines", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await expect(page.getByRole("link", { name: FIRST })).toBeVisible();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await page.keyboard.press("o");
    await expect(page.getByRole("heading", { name: FIRST })).toBeVisible();

    await page.keyboard.press("m");
    await expect(page.getByRole("button", { name: "Contacted" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByText("Moved to Contacted")).toBeVisible();

    await page.keyboard.press("d");
    await expect(page.getByRole("dialog").getByLabel("Reason")).toBeFocused();
    await page.keyboard.press("N");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Declined: Not interested")).toBeVisible();

    await page.keyboard.press("u");
    await expect(page.getByRole("dialog").getByLabel("Note")).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Undone: Declined: Not interested")).toBeVisible();
    const beside = page.getByRole("region", { name: "Referral", exact: true });
    await expect(beside.getByText("Contacted", { exact: true })).toBeVisible();
    await page.keyboard.press("j");
    await expect(page.getByRole("heading", { name: SECOND })).toBeVisible();
  });

  test("a batch skips what a colleague has changed, and the rest can be undone at once", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    for (const name of [FIRST, SECOND, THIRD]) {
      await page.getByRole("checkbox", { name: `Select ${name}` }).check();
    }
    await server.records.command(SECOND, { kind: "move", stage: "contacted" });
    await page.getByRole("button", { name: "Close: we cannot help…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Reason").selectOption("Not interested");
    await dialog.getByRole("button", { name: "Close it" }).click();
    await expect(page.getByText("2 changed, 1 refused.")).toBeVisible();
    await expect(page.getByText(`${SECOND}: Someone else has changed`)).toBeVisible();
    const row = (name: string) => page.getByRole("row", { name: new RegExp(name) });
    await expect(row(FIRST)).toContainText("Declined");
    await expect(row(SECOND)).toContainText("Contacted");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(row(FIRST)).toContainText("Received");
    await expect(row(THIRD)).toContainText("Received");
  });

  test("scenario 5: dropping a card on Declined and cancelling stores nothing", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server, "/board");
    const card = page.getByRole("listitem").filter({ hasText: FIRST });
    const declined = page.getByRole("region", { name: "Declined" });
    await card.dragTo(declined);
    await expect(reasonDialog(page, FIRST)).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.reload();
    await expect(page.getByRole("region", { name: "Received" })).toContainText(FIRST);
    await expect(declined.getByRole("button", { name: "Declined 0" })).toBeVisible();

    await card.dragTo(declined);
    await reasonDialog(page, FIRST).getByLabel("Reason").selectOption("No answer");
    await reasonDialog(page, FIRST).getByRole("button", { name: "Close it" }).click();
    await expect(declined.getByRole("button", { name: "Declined 1" })).toBeVisible();
  });

  test("scenario 7: if two people move a referral at once, the second is told and sees the change of the first", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server);
    await page.getByRole("link", { name: FIRST }).click();
    await page.getByRole("button", { name: "Move…" }).click();
    await server.records.command(FIRST, { kind: "move", stage: "contacted" });
    const dialog = page.getByRole("dialog");
    const qualified = dialog.getByRole("button", { name: "Suitable" });
    await qualified.click();
    await expect(dialog.getByText(/Someone else has changed it/)).toBeVisible();
    await expect(page.getByText("Moved to Contacted")).toBeVisible();
    await qualified.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText("Moved to Suitable")).toBeVisible();
    await expect(page.getByText("Moved to Contacted")).toBeVisible();
  });

  test("a referrer is found by a search, and links to their referrals", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server, "/referrers");
    const ravi = page.getByRole("row", { name: /Ravi/ });
    await expect(page.getByRole("row").nth(1)).toContainText("Asha");
    await page.keyboard.press("/");
    await page.keyboard.type("ravi");
    await expect(page.getByRole("row")).toHaveCount(2);
    await expect(page).toHaveURL(/#ravi$/);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.setViewportSize({ width: 1280, height: 800 });
    await ravi.getByRole("link", { name: "Ravi" }).click();
    await expect(page.getByText("Only referrals by Ravi.")).toBeVisible();
    await expect(page.getByRole("checkbox", { name: /^Select (?!all)/ })).toHaveCount(1);
    await page.getByRole("button", { name: "Show everyone’s" }).click();
    await expect(page.getByRole("link", { name: FIRST })).toBeVisible();
    await test.step("on a phone the table is a list of people and stages", async () => {
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(page.getByRole("columnheader")).toHaveText(["", "Person", "Stage"]);
      await expectNoSidewaysScrolling(page);
    });
  });

  test("a message is assigned with one key, and listed among one’s own", async ({
    page,
    server,
  }) => {
    for (const subject of ["A question", "Another one"]) {
      const sent = await fetch(`${server.address}/api/messages`, {
        method: "POST",
        headers: { "content-type": "application/json", "idempotency-key": crypto.randomUUID() },
        body: JSON.stringify({ name: "Leena", email: "leena@example.com", subject, message: "?" }),
      });
      expect(sent.status).toBe(201);
    }
    await openConsole(page, server, "/messages");
    // The filters are a list, too.
    const messages = page.getByRole("main").locator("ol > li");
    await expect(messages).toHaveCount(2);
    await page.keyboard.press("j");
    await expect(messages.nth(1)).toHaveAttribute("aria-current", "true");
    await page.keyboard.press("e");
    await expect(messages.nth(1)).not.toContainText("Responsible: –");
    await addFilter(page, "Responsible", "Me");
    await expect(messages).toHaveCount(1);
    await expect(messages).toContainText("A question");
    await page.keyboard.press("h");
    await addFilter(page, "State", "Handled");
    await expect(messages).toHaveCount(1);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await addFilter(page, "State", "Received");
    await expect(page.getByText(/^No message matches/)).toBeVisible();
    await page.goto("/console/audit");
    await expect(page.getByRole("row", { name: /Worked on a contact message/ })).toHaveCount(2);
  });

  test("an owner creates a token, exports the audit log, and erases a person", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    await openConsole(page, server, "/audit");
    await test.step("the audit log is exported, and says who did what", async () => {
      // The records were added by another session, with a second factor of its own.
      const given = page.getByRole("row", { name: /Gave the second factor/ });
      await expect(given.first()).toBeVisible();
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: "Export as CSV" }).click();
      expect((await saving).suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/);
      await addFilter(page, "Event", "Logged in");
      await expect(given).toHaveCount(0);
    });
    const dialog = page.getByRole("dialog");
    await test.step("a token is shown once, and revoked", async () => {
      await page.goto("/console/integrations?tab=tokens");
      await page.getByRole("button", { name: "Create a token…" }).click();
      await dialog.getByLabel("What it is for").fill("Payroll");
      await dialog.getByLabel("Read referrals").check();
      await dialog.getByRole("button", { name: "Create" }).click();
      const secret = page.getByRole("dialog", { name: "The token “Payroll”" }).getByLabel("Token");
      const headers = { authorization: `Bearer ${await secret.inputValue()}` };
      const path = `${server.address}/api/referrals`;
      expect((await fetch(path, { headers })).status).toBe(200);
      await page.getByRole("button", { name: "I have it" }).click();
      await page.getByRole("button", { name: "Revoke… Payroll" }).click();
      await dialog.getByRole("button", { name: "Revoke" }).click();
      await expect(page.getByText(/^No API tokens yet/)).toBeVisible();
      expect((await fetch(path, { headers })).status).toBe(401);
    });
    await test.step("scenario 12: the erased person is found nowhere, and the audit log says that somebody was erased", async () => {
      await page.goto("/console/privacy");
      await expect(page.getByText(/^Nobody was erased/)).toBeVisible();
      await page.getByRole("button", { name: "Erase a person…" }).click();
      await dialog.getByLabel("Their phone number").fill("97455551000");
      await dialog.getByRole("button", { name: "Erase", exact: true }).click();
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("row", { name: /Erased a person/ })).toHaveCount(1);
      await page.goto("/console/referrals");
      await expect(page.getByRole("link", { name: SECOND })).toBeVisible();
      await expect(page.getByRole("link", { name: FIRST })).toBeHidden();
    });
  });

  test("what somebody is writing is nobody else's who logs in, in another tab", async ({
    page,
    server,
  }) => {
    await fillProgramme(server);
    const colleague = { name: "Leena Joseph", mobile: "919840054321" };
    await server.records.invite({ ...colleague, role: "manager", services: [] });
    await openConsole(page, server);
    await page.getByRole("link", { name: FIRST }).click();
    const note = page.getByLabel("Write a note");
    await note.fill("Calls me back in private");
    const other = await page.context().newPage();
    await logInByRequest(other, server, "Login", colleague.mobile);
    await other.goto("/console");
    await setUpApp(other);
    await other.getByRole("button", { name: "Later" }).click();
    await expect(other.getByRole("heading", { name: "Inbox" })).toBeVisible();
    // As when a connection returns, or the tab is looked at again.
    await page.evaluate(() => {
      dispatchEvent(new Event("offline"));
      dispatchEvent(new Event("online"));
    });
    await expect(note).toHaveValue("");
    await expect(page.getByRole("heading", { name: FIRST })).toBeVisible();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(
      "in private",
    );
  });

  test("no public page loads any of it", async ({ page }) => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    for (const path of ["/", "/referral", "/contact"]) {
      await page.goto(path);
      await nothingFetched(page);
    }
    const scripts = asked.filter((url) => url.endsWith(".js") || url.endsWith(".css"));
    const texts = await Promise.all(scripts.map(async (url) => (await fetch(url)).text()));
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toContain("consoleKeysOff");
    expect(asked.filter((url) => url.includes("console"))).toEqual([]);
  });
});
