/** The second factors of staff: set up, used, lost and replaced, in a browser with passkeys. */
import type { Browser, Page } from "@playwright/test";
import { fillProgramme, FIRST, openConsole } from "./support/console";
import { setUpApp } from "./support/coordinator";
import { Device } from "./support/device";
import type { HostedServer } from "./support/hosted-server";
import { ADMIN, BINU, expectToast, openReferral, referAsGuest } from "./support/programme";
import { expectAccessible, expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";
import { refuseAsStale } from "./support/by-request";

const COLLEAGUE = { name: "Leena", mobile: "919840054321", team: "Doha" };

test.describe("The second factor", { tag: "@hosted" }, () => {
  test.describe("on a site with a domain name", () => {
    test.use({ siteName: "localhost" });

    test("an invited colleague sets up a passkey, saves recovery codes, and logs in with the passkey", async ({
      page,
      browser,
      server,
    }) => {
      const theirs = await inviteAndLogIn(page, browser, server);
      const device = await Device.at(theirs);
      await theirs.goto("/console");
      await expect(theirs.getByText(/set up a second factor/)).toBeVisible();
      await expect(theirs.getByRole("button", { name: "Create recovery codes" })).toHaveCount(0);
      await expectAccessible(theirs);
      await addPasskey(theirs, "Laptop");
      expect(await device.count()).toBe(1);
      await keepRecoveryCodes(theirs);
      await expect(theirs.getByRole("heading", { name: "Inbox" })).toBeVisible();

      await logOut(theirs);
      await server.logIn(theirs, "Login", COLLEAGUE.mobile);
      await theirs.goto("/console");
      await expect(theirs.getByLabel("Recovery code")).toBeVisible();
      await expectAccessible(theirs);
      await theirs.getByRole("button", { name: "Use a passkey" }).click();
      await expect(theirs.getByRole("heading", { name: "Inbox" })).toBeVisible();

      await page.reload();
      const row = page.getByRole("row", { name: new RegExp(COLLEAGUE.name) });
      await expect(row).toContainText("Active");
      await theirs.context().close();
    });

    test("a passkey is added and removed; the only factor is not removed, and no passkey is added twice", async ({
      page,
      browser,
      server,
    }) => {
      const theirs = await inviteAndLogIn(page, browser, server);
      await Device.at(theirs);
      await theirs.goto("/console/staff?tab=own");
      await addPasskey(theirs, "Laptop");
      await keepRecoveryCodes(theirs);
      const laptop = theirs.getByRole("row", { name: /Laptop/ });
      await expect(laptop).toBeVisible();
      await theirs.getByRole("button", { name: "Remove Laptop" }).click();
      await expect(theirs.getByText(/only second factor/).first()).toBeVisible();
      await expect(laptop).toBeVisible();

      await theirs.getByRole("button", { name: "Add a passkey…" }).click();
      const dialog = theirs.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Laptop again");
      await dialog.getByRole("button", { name: "Add" }).click();
      await expect(dialog.getByLabel("Name")).toHaveAccessibleDescription(/already/);
      await theirs.keyboard.press("Escape");

      await setUpApp(theirs);
      await expect(theirs.getByText(/You have an authenticator app/)).toBeVisible();
      const removeApp = theirs.getByRole("button", { name: "Remove the authenticator app" });
      await removeApp.click();
      await expect(theirs.getByText(/You have no authenticator app/)).toBeVisible();
      await setUpApp(theirs, "again");
      await theirs.getByRole("button", { name: "Remove Laptop" }).click();
      await expect(laptop).toHaveCount(0);
      await expect(removeApp).toHaveCount(0);
      await theirs.context().close();
    });

    test("a device without the passkey says so, and a recovery code works once", async ({
      page,
      browser,
      server,
    }) => {
      const theirs = await inviteAndLogIn(page, browser, server);
      const device = await Device.at(theirs);
      await theirs.goto("/console");
      await addPasskey(theirs, "Phone");
      const [code = ""] = await keepRecoveryCodes(theirs);
      await device.wipe();
      await logOut(theirs);
      await server.logIn(theirs, "Login", COLLEAGUE.mobile);
      await theirs.goto("/console");
      await theirs.getByRole("button", { name: "Use a passkey" }).click();
      await expect(theirs.getByText(/No passkey was given/).first()).toBeVisible();
      const field = theirs.getByLabel("Recovery code");
      await field.fill(code);
      await theirs.getByRole("button", { name: "Confirm" }).click();
      await expect(theirs.getByRole("heading", { name: "Inbox" })).toBeVisible();

      await logOut(theirs);
      await server.logIn(theirs, "Login", COLLEAGUE.mobile);
      await theirs.goto("/console");
      await field.fill(code);
      await theirs.getByRole("button", { name: "Confirm" }).click();
      await expect(field).toHaveAccessibleDescription(/nor an unused recovery code/);
      await theirs.context().close();
    });

    test("a change of staff and an erasure ask for the second factor again, and a passkey confirms it", async ({
      page,
      browser,
      server,
    }) => {
      const guest = await server.onAnotherDevice(browser);
      await referAsGuest(guest);
      await guest.context().close();
      await openConsole(page, server, "/staff?tab=own");
      await Device.at(page);
      await addPasskey(page, "Laptop");
      await expect(page.getByRole("row", { name: /Laptop/ })).toBeVisible();
      await page.getByRole("link", { name: "People" }).click();

      await refuseAsStale(page, "POST /api/staff");
      // The page may ask for the list again by itself, which has the same path.
      await page.evaluate(() => fetch("/api/staff"));
      await page.getByRole("button", { name: "Invite someone…" }).click();
      await fillInvitation(page);
      const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
      await expect(confirming).toBeVisible();
      await expectAccessible(page);
      await confirming.getByRole("button", { name: "Use a passkey" }).click();
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await expect(page.getByRole("row", { name: new RegExp(COLLEAGUE.name) })).toBeVisible();

      await page.getByRole("link", { name: "Privacy" }).click();
      await page.getByRole("button", { name: "Erase a person…" }).click();
      await refuseAsStale(page, "POST /api/erasures");
      const erasing = page.getByRole("dialog", { name: "Erase a person" });
      await erasing.getByLabel("Their phone number").fill(BINU.phone);
      await erasing.getByRole("button", { name: "Erase" }).click();
      await confirming.getByRole("button", { name: "Use a passkey" }).click();
      await expectToast(page, "Erasure Finished");
      await expect(page.getByRole("dialog")).toHaveCount(0);
    });
  });

  test("an invited colleague sets up an authenticator app, sees the inbox of their team, and an owner resets the app", async ({
    page,
    browser,
    server,
  }) => {
    await fillProgramme(server);
    const owner = await server.records.ownId();
    const today = { kind: "call", due: Date.now() + 60_000, staff: owner };
    await server.records.command(FIRST, { kind: "schedule", task: today });
    const theirs = await inviteAndLogIn(page, browser, server);
    await test.step("an owner is in the team, too", async () => {
      await page.getByRole("button", { name: /^Change… (?!Leena)/ }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Team").fill(COLLEAGUE.team);
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(page.getByRole("cell", { name: COLLEAGUE.team, exact: true })).toHaveCount(2);
      await expectAccessibleWideAndNarrow(page);
    });
    await theirs.goto("/console");
    await expect(theirs.getByText(/Passkeys need a site with a name/)).toBeVisible();
    await expect(theirs.getByRole("button", { name: "Add a passkey…" })).toHaveCount(0);
    await setUpApp(theirs);
    await keepRecoveryCodes(theirs);
    await expect(theirs.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await theirs.getByRole("link", { name: /^Today/ }).click();
    const due = theirs.getByRole("link", { name: FIRST, exact: true });
    await expect(theirs.getByText("Nothing is waiting here.")).toBeVisible();
    await theirs.getByLabel("Whose").selectOption(`Team ${COLLEAGUE.team} and nobody’s`);
    await theirs.getByRole("link", { name: /^Today/ }).click();
    await expect(due).toBeVisible();

    await page.getByRole("button", { name: `Reset factors… ${COLLEAGUE.name}` }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reset" }).click();
    const row = page.getByRole("row", { name: new RegExp(COLLEAGUE.name) });
    await expect(row).toContainText("No second factor");
    await theirs.reload();
    await expect(theirs.getByRole("link", { name: "Log in" })).toBeVisible();
    await openReferral(theirs);
    await server.logIn(theirs, "Login", COLLEAGUE.mobile);
    await theirs.goto("/console");
    await setUpApp(theirs, "again");
    await theirs.getByRole("button", { name: "Later" }).click();
    await expect(theirs.getByRole("heading", { name: "Inbox" })).toBeVisible();
    await theirs.context().close();
  });

  test("sessions are listed and ended, your own and a colleague's", async ({
    page,
    browser,
    server,
  }) => {
    await openConsole(page, server, "/staff?tab=own");
    const elsewhere = await server.onAnotherDevice(browser);
    await server.logIn(elsewhere, "Login", ADMIN);
    await page.reload();
    await page.getByRole("button", { name: /^End the session on/ }).click();
    await expect(page.getByRole("button", { name: /^End the session on/ })).toHaveCount(0);
    await elsewhere.goto("/console");
    await expect(elsewhere.getByRole("link", { name: "Log in" })).toBeVisible();
    await elsewhere.context().close();

    await page.getByRole("link", { name: "People" }).click();
    await invite(page);
    const theirs = await logInAsColleague(browser, server);
    await page.getByRole("button", { name: `Sessions ${COLLEAGUE.name}` }).click();
    const dialog = page.getByRole("dialog", { name: `${COLLEAGUE.name}’s sessions` });
    await expect(dialog.getByRole("listitem")).toHaveCount(1);
    await dialog.getByRole("button", { name: "End all sessions" }).click();
    await expect(dialog).toBeHidden();
    await theirs.goto("/console");
    await expect(theirs.getByRole("link", { name: "Log in" })).toBeVisible();
    await theirs.context().close();
  });

  test("scenario 11: the last owner who loses it gets in with a recovery code, or with the operator's help", async ({
    page,
    server,
  }) => {
    await openConsole(page, server, "/staff?tab=own");
    const [own = ""] = await makeRecoveryCodes(page);
    await logOut(page);
    await server.logIn(page, "Login", ADMIN);
    await page.goto("/console");
    await giveCode(page, own);
    await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();

    await logOut(page);
    const made = await server.operator("staff", "recover", ADMIN);
    const [theOperators = ""] = made.split("\n");
    await server.logIn(page, "Login", ADMIN);
    await page.goto("/console/audit");
    await giveCode(page, theOperators);
    const lines = page.getByRole("row");
    await expect(lines.filter({ hasText: "Gave a recovery code" })).toHaveCount(2);
    await expect(lines.filter({ hasText: "Operator created a way back in" })).toHaveCount(1);
    const printed = await server.operator("events");
    expect(printed).toMatch(/recovery-made/);
    expect(printed.match(/recovery-code /g)).toHaveLength(2);
  });
});

async function fillInvitation(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Invite someone" });
  await dialog.getByLabel("Mobile number").fill(`+${COLLEAGUE.mobile}`);
  await dialog.getByLabel("Name").fill(COLLEAGUE.name);
  await dialog.getByLabel("Role").selectOption("Manager");
  await dialog.getByLabel("Team").fill(COLLEAGUE.team);
  await dialog.getByRole("button", { name: "Invite" }).click();
}

/** Invites the colleague on the staff screen. */
async function invite(page: Page) {
  await page.getByRole("button", { name: "Invite someone…" }).click();
  await fillInvitation(page);
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

/** The colleague's own device, logged in without a second factor. */
async function logInAsColleague(browser: Browser, server: HostedServer): Promise<Page> {
  const page = await server.onAnotherDevice(browser);
  await server.logIn(page, "Login", COLLEAGUE.mobile);
  return page;
}

/** The owner opens the console and invites a colleague. Returns the colleague's device. */
async function inviteAndLogIn(page: Page, browser: Browser, server: HostedServer): Promise<Page> {
  await openConsole(page, server, "/staff");
  await invite(page);
  return logInAsColleague(browser, server);
}

async function logOut(page: Page) {
  await openReferral(page);
  await page.getByRole("button", { name: "Logout" }).click();
}

async function addPasskey(page: Page, name: string) {
  await page.getByRole("button", { name: "Add a passkey…" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a passkey" });
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Add" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Reads the secret that is shown only once, and closes the dialog. */
async function makeRecoveryCodes(page: Page): Promise<string[]> {
  await page.getByRole("button", { name: "Create recovery codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(dialog.getByRole("listitem")).toHaveCount(10);
  await expectAccessible(page);
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: "I have saved them" }).click();
  await expect(dialog).toHaveCount(0);
  return codes;
}

/** The same, after the first factor was set up. */
async function keepRecoveryCodes(page: Page): Promise<string[]> {
  await expect(page.getByText(/Now make recovery codes/)).toBeVisible();
  return makeRecoveryCodes(page);
}

async function giveCode(page: Page, code: string) {
  await page.getByLabel("Authenticator code").fill(code);
  await page.getByRole("button", { name: "Confirm" }).click();
}
