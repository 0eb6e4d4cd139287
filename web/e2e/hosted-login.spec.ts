/** Login with codes that are really sent. */
import {
  askForCode,
  BINU,
  expectToast,
  fillAsGuest,
  fillReferred,
  KEYS,
  MEMBER,
  openReferral,
  otpField,
  verify,
} from "./support/programme";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { expect, hostedTest as test } from "./support/test";
import { endSessionByRequest, logInByRequest } from "./support/by-request";

const OTHER = "919840099999";

test.describe("Hosted login", { tag: "@hosted" }, () => {
  test("a code is sent, works once, and nothing mentions a simulation @engines", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    await expectToast(page, "OTP Sent");
    await expect(otpField(page)).toHaveAttribute("placeholder", "Enter 6-digit OTP");
    await expect(page.getByText(/simulat/i)).toBeHidden();
    await expectAccessibleWideAndNarrow(page);

    await verify(page, "000000");
    await expectToast(page, "Invalid OTP.");
    await verify(page, await server.codeOf(MEMBER));
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem("loggedInUser"))).toBeNull();
  });

  test("the owner of a number can log in on a new device, although others have requested codes for it", async ({
    page,
    request,
    server,
  }) => {
    for (let asked = 0; asked < 3; asked++) {
      await request.post(`${server.address}/api/codes`, { data: { mobile: MEMBER } });
    }
    await openReferral(page);
    await askForCode(page, "Sign Up", MEMBER);
    await expectToast(page, "several codes");
    await page.getByRole("button", { name: "I have a code" }).click();
    await verify(page, await server.loginCode(MEMBER));
    await expect(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
  });

  test("a login or a logout in one tab reaches the other tabs", async ({
    page,
    context,
    server,
  }) => {
    await openReferral(page);
    const other = await context.newPage();
    await openReferral(other);
    await server.logIn(page, "Sign Up", MEMBER);
    await expect(other.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await other.getByRole("button", { name: "Logout" }).click();
    await expect(page.getByLabel("Mobile Number")).toBeVisible();
  });

  test("logging out everywhere ends the login on every device", async ({
    page,
    browser,
    server,
  }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    const phone = await server.onAnotherDevice(browser);
    await server.logIn(phone, "Login", MEMBER);
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await expect(page.getByLabel("Mobile Number")).toBeVisible();
    await phone.getByLabel("Referred Person's Name").fill("Binu");
    await phone.getByRole("button", { name: "Erase my data" }).click();
    await phone.getByRole("button", { name: "Erase everything" }).click();
    await expectToast(phone, "Your login has ended.");
    await expect(phone.getByLabel("Mobile Number")).toBeVisible();
    await expect(phone.getByLabel("Referred Person's Name")).toHaveValue("");
    await server.logIn(phone, "Login", MEMBER);
    await expect(phone.getByLabel("Referred Person's Name")).toHaveValue("Binu");
    await phone.context().close();
  });

  test("members see where they are logged in, and can end one of several logins", async ({
    page,
    browser,
    server,
  }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    const phone = await server.onAnotherDevice(browser);
    await server.logIn(phone, "Login", MEMBER);
    const logins = page.getByRole("region", { name: "Your logins" });
    await logins.getByText("Show where you are logged in").click();
    await expect(logins.getByRole("listitem")).toHaveCount(2);
    await expect(logins.getByRole("heading", { level: 3 }).first()).toHaveText(/Chrom\w+ on /);
    await expect(logins.getByText("This login")).toHaveCount(1);
    await expectAccessibleWideAndNarrow(page);
    await logins.getByRole("button", { name: /^Log out Chrom/ }).click();
    await expect(logins.getByText(/was logged out/)).toBeVisible();
    await expect(logins.getByRole("listitem")).toHaveCount(1);
    await expect(logins.getByText("Show where you are logged in")).toBeFocused();

    await phone.reload();
    await expect(phone.getByLabel("Mobile Number")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
    await phone.context().close();
  });

  test("what one member submits is never stored for another member or a guest", async ({
    page,
    server,
  }) => {
    await openReferral(page);
    await server.logIn(page, "Sign Up", MEMBER);
    await fillReferred(page, BINU);
    await logInByRequest(page, server, "Sign Up", OTHER);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Someone else has since logged in");
    await expect(page.getByRole("heading", { name: "Welcome, User9999!" })).toBeVisible();
    await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
    await expectAccessibleWideAndNarrow(page);

    await fillReferred(page, BINU);
    await endSessionByRequest(page);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Your login has ended.");
    await expect(page.getByLabel("Mobile Number")).toBeVisible();
    await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
    // With any cookies, nobody is logged in.
    const session = await page.request.get("/api/session");
    expect(await session.json()).toMatchObject({ role: "guest", user: null });
    expect(await server.records.under(KEYS.referrals)).toEqual([]);
  });

  test("what a guest submits is never stored for a member", async ({ page, server }) => {
    await openReferral(page);
    await fillAsGuest(page);
    await logInByRequest(page, server, "Sign Up", OTHER);
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expectToast(page, "Someone else has since logged in");
    await expect(page.getByRole("heading", { name: "Welcome, User9999!" })).toBeVisible();
    await expect(page.getByLabel("Referred Person's Name")).toHaveValue(BINU.name);
    expect(await server.records.under(KEYS.referrals)).toEqual([]);
  });
});
