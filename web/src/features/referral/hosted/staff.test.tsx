/** The referral page of staff: their own referrals, and the way to the console. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { later } from "@/testing/later";
import { ADMIN, COORDINATOR } from "@/testing/server/fake-records";
import { SECOND_FACTOR } from "@/testing/server/programme-server";
import { reconnect } from "@/programme/hosted/testing/open-hosted";
import { MEMBER } from "@/testing/samples";
import {
  askForCode,
  button,
  confirm,
  fillIn,
  fillInReferred,
  logIn,
  refer,
  showHostedPage,
  site,
  toast,
} from "./testing/hosted-site";

beforeEach(showHostedPage);

test("staff see their own referrals alone, and the way to the console", async () => {
  await refer({ referredName: "Dev" });
  await logIn("Login", ADMIN);
  await expect
    .element(page.getByRole("link", { name: "Console" }))
    .toHaveAttribute("href", "/console");
  await fillInReferred("Chitra");
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByRole("rowheader")).toMatchTextContent("Chitra");
  await expect.element(page.getByText("Admin View")).not.toBeInTheDocument();
  await expect.element(button(/Assign\/Edit Points/)).not.toBeInTheDocument();
  await expect.element(page.getByText("Keep a copy")).not.toBeInTheDocument();
});

describe("The second factor of staff", () => {
  const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
  const code = confirming.getByLabelText("Authenticator code");
  const saving = vi.fn<() => void>();

  beforeEach(async () => {
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(saving);
    await logIn("Sign Up", COORDINATOR);
    await userEvent.click(button("Export my data"));
  });

  afterEach(() => saving.mockClear());

  test("is asked for before an export, which then continues", async () => {
    await expect.element(code).toHaveFocus();
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");
    await confirm("000000");
    await expect.element(code).toHaveAccessibleDescription(/neither your authenticator/);
    expect(saving).not.toHaveBeenCalled();
    await confirm(SECOND_FACTOR);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce());
  });

  test("can be cancelled, and nothing is done", async () => {
    await expect.element(confirming).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(toast).toMatchTextContent("Please confirm it is you");
    expect(site.server.of("GET /export")).toHaveLength(1);
    expect(saving).not.toHaveBeenCalled();
  });

  test("is no longer asked for if the login has ended meanwhile", async () => {
    await expect.element(confirming).toBeVisible();
    site.server.endSessions();
    await confirm(SECOND_FACTOR);
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
  });
});

test("a form without an answer does not block another", async () => {
  await fillIn();
  const late = later<Response>();
  site.server.instead.set("POST /referrals", () => late.promise);
  await userEvent.click(button("Submit Referral"));
  const submitting = button("Submitting...");
  await expect.element(submitting).toBeDisabled();
  await askForCode("Sign Up", MEMBER);
  await userEvent.keyboard("{Escape}");
  await expect.element(button("Sign Up")).toBeEnabled();
  await expect.element(submitting).toBeDisabled();
  late.settle(new Response(null, { status: 503 }));
  await expect.element(button("Submit Referral")).toBeEnabled();
});

test("a change without an answer is reported once it is known to be saved", async () => {
  await logIn("Sign Up", MEMBER);
  await fillInReferred();
  await userEvent.click(button("Submit Referral"));
  await userEvent.click(page.getByText(/^History and changes/));
  await userEvent.click(button(/^Withdraw…/));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Why"), "Asked me to");
  site.browser.hears = false;
  await userEvent.click(dialog.getByRole("button", { name: "Withdraw", exact: true }));
  await expect.element(page.getByText("Not Known Yet"), { timeout: 8000 }).toBeVisible();
  await expect.element(dialog.getByLabelText("Why")).toHaveValue("Asked me to");
  site.browser.hears = true;
  reconnect();
  await expect.element(toast).toMatchTextContent("It is done.");
  await expect.element(page.getByText("Not Known Yet")).not.toBeInTheDocument();
});
