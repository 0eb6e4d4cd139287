/** Login and logout with codes that are really sent. */
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { later, skipDelay } from "@/testing/later";
import { accepted, problem } from "@/testing/server/answers";
import { logInElsewhere, reconnect } from "@/programme/hosted/testing/open-hosted";
import { MEMBER } from "@/testing/samples";
import {
  askForCode,
  button,
  logIn,
  fillInReferred,
  showHostedPage,
  site,
  toast,
} from "./testing/hosted-site";

const otp = page.getByRole("textbox", { name: "OTP" });
const referredName = page.getByLabelText("Referred Person's Name");

beforeEach(showHostedPage);

test("the dialog asks for six digits and does not mention a simulation", async () => {
  await askForCode("Login", MEMBER);
  await expect.element(otp).toHaveAttribute("placeholder", "Enter 6-digit OTP");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(`We have sent a code to ${MEMBER}.`);
  await expect.element(dialog).not.toMatchTextContent("simulation");
});

test("another code can be sent after half a minute, and only that one is valid then", async () => {
  skipDelay(30_000);
  await askForCode("Sign Up", MEMBER);
  const first = site.server.codeOf(MEMBER);
  await userEvent.fill(otp, first);
  await userEvent.click(button("Send another code"));
  await expect.element(otp).toHaveValue("");
  await expect.element(otp).toHaveFocus();
  expect(site.server.codeOf(MEMBER)).not.toBe(first);
  await userEvent.fill(otp, site.server.codeOf(MEMBER));
  await userEvent.click(button("Verify OTP"));
  await expect.element(page.getByRole("heading", { name: "Welcome, User2345!" })).toBeVisible();
});

test("an expired code leaves the dialog open and says what to do", async () => {
  await askForCode("Sign Up", MEMBER);
  site.server.forgetCodes();
  await userEvent.fill(otp, "123456");
  await userEvent.click(button("Verify OTP"));
  await expect.element(otp).toHaveAccessibleDescription(/no longer works/);
});

test("a proof of work that takes a while is announced, and the code is then sent", async () => {
  const puzzle = { text: "text", bits: 1, expiresAt: 0, salt: "" };
  const sent = later<Response>();
  const answers = [problem(428, ["proof-required"], { puzzle }), sent.promise];
  site.server.instead.set("POST /codes", () => answers.shift() ?? problem(400, ["bad-request"]));
  await userEvent.fill(page.getByLabelText("Mobile Number"), MEMBER);
  await userEvent.click(button("Sign Up"));
  await expect.element(toast).toMatchTextContent("Checking…");
  sent.settle(accepted({ challenge: "", digits: 6, expiresAt: 0 }, "OTP Sent", 202));
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await expect.element(toast).toMatchTextContent("OTP Sent");
});

test("if no code can be sent, one that was told in person can be entered", async () => {
  site.server.instead.set("POST /codes", () => problem(429, ["sending-paused"]));
  await userEvent.fill(page.getByLabelText("Mobile Number"), MEMBER);
  await userEvent.click(button("Login"));
  await expect.element(page.getByLabelText("Mobile Number")).toHaveAttribute("aria-invalid");
  await userEvent.click(button("I have a code"));
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent("the one our office gave you");
  await userEvent.fill(otp, "01234-56789-01234-56789");
  site.server.instead.set("POST /session", () =>
    accepted({ role: "guest", user: null, confirmed: false }),
  );
  await userEvent.click(button("Verify OTP"));
  await vi.waitFor(() => expect(site.server.of("POST /session")).not.toEqual([]));
});

test("an invalid number does not offer to enter such a code", async () => {
  await userEvent.fill(page.getByLabelText("Mobile Number"), "98400");
  await userEvent.click(button("Login"));
  await expect.element(page.getByLabelText("Mobile Number")).toHaveAttribute("aria-invalid");
  await expect.element(button("I have a code")).not.toBeInTheDocument();
});

test("logging out everywhere also ends this login", async () => {
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Log out everywhere"));
  await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
  expect(site.server.of("DELETE /sessions")).not.toEqual([]);
});

test("nothing on the page says that the records are in the browser", async () => {
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Erase my data"));
  await expect.element(page.getByRole("dialog")).toMatchTextContent(/removed from this site/);
  expect(document.body.textContent).not.toMatch(/this browser/);
});

test("an ended login is announced, and the typed text returns for the same member alone", async () => {
  await logIn("Sign Up", MEMBER);
  await fillInReferred();
  site.server.endSessions();
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByText(/Your login has ended/).first()).toBeVisible();
  await expect.element(page.getByLabelText("Your Name")).toBeVisible();
  await expect.element(referredName).toHaveValue("");
  await logIn("Sign Up", "919840099999");
  await expect.element(referredName).toHaveValue("");
  await userEvent.click(button("Logout"));
  await logIn("Login", MEMBER);
  await expect.element(referredName).toHaveValue("Binu");
});

test("a changed login is announced and shown, and the new member sees none of the earlier text", async () => {
  await logIn("Sign Up", MEMBER);
  await fillInReferred();
  await logInElsewhere(site.server, site.browser, "signup", "919840099999");
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByText(/Someone else has since logged in/).first()).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Welcome, User9999!" })).toBeVisible();
  await expect.element(referredName).toHaveValue("");
  expect(site.server.referrals).toEqual([]);
  await userEvent.click(button("Logout"));
  await logIn("Login", MEMBER);
  await expect.element(referredName).toHaveValue("Binu");
});

test("a login that ended while idle is announced, too", async () => {
  await logIn("Sign Up", MEMBER);
  site.server.endSessions();
  reconnect();
  await expect.element(page.getByText(/Your login has ended/)).toBeVisible();
  await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
});
