/** The admin's tools when there may be several admins. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { later } from "@/testing/later";
import { ADMIN } from "@/programme/hosted/testing/fake-records";
import { SECOND_FACTOR } from "@/programme/hosted/testing/fake-server";
import { reconnect } from "@/programme/hosted/testing/open-hosted";
import {
  button,
  confirm,
  fillInReferred,
  logIn,
  logInAsAdmin,
  refer,
  showHostedPage,
  site,
  toast,
} from "./testing/hosted-site";

const edit = button(/Assign\/Edit Points/);
const points = page.getByRole("textbox", { name: /^Points/ });
const names = page.getByRole("rowheader");

beforeEach(showHostedPage);
afterEach(() => vi.unstubAllGlobals());

describe("The second factor", () => {
  test("is required before any change", async () => {
    await refer();
    await logIn("Login", ADMIN);
    await expect.element(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
    await expect.element(names).not.toBeInTheDocument();
    await expect.element(edit).not.toBeInTheDocument();
    await expect.element(page.getByText("Keep a copy")).not.toBeInTheDocument();

    await confirm("000000");
    const code = page.getByLabelText("Authenticator code");
    await expect.element(code).toHaveAccessibleDescription(/neither your authenticator/);
    await expect.element(code).toHaveAttribute("autocomplete", "one-time-code");

    await confirm(SECOND_FACTOR);
    await expect.element(names).toMatchTextContent("Binu");
    await expect.element(edit).toBeVisible();
    await expect.element(code).not.toBeInTheDocument();
    await expect.element(page.getByRole("region", { name: "Admin tools" })).toHaveFocus();
  });

  test("is asked for again when it has expired, and the typed points are kept", async () => {
    await refer();
    await logInAsAdmin();
    await userEvent.click(edit);
    await userEvent.fill(points, "25");
    site.server.forgetConfirmations();
    await userEvent.click(button("Save"));
    await expect.element(page.getByRole("heading", { name: "Confirm it is you" })).toBeVisible();
    await expect.element(points).toHaveValue("25");
    await confirm(SECOND_FACTOR);
    await userEvent.click(button("Save"));
    await expect.element(page.getByText("Successful", { exact: true }).last()).toBeVisible();
  });
});

describe("A second factor that was given some time ago", () => {
  const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
  const saving = vi.fn<() => void>();

  beforeEach(async () => {
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(saving);
    await logInAsAdmin();
    site.server.ageConfirmations();
    await userEvent.click(button("Export as JSON"));
  });

  afterEach(() => {
    vi.restoreAllMocks();
    saving.mockClear();
  });

  test("is asked for again before an export, which then continues", async () => {
    await expect.element(confirming).toBeVisible();
    await expect.element(confirming.getByLabelText("Authenticator code")).toHaveFocus();
    await confirm("000000");
    await expect
      .element(confirming.getByLabelText("Authenticator code"))
      .toHaveAccessibleDescription(/neither your authenticator/);
    expect(saving).not.toHaveBeenCalled();
    await confirm(SECOND_FACTOR);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await vi.waitFor(() => expect(saving).toHaveBeenCalledOnce());
  });

  test("can be cancelled, and nothing is done", async () => {
    await userEvent.keyboard("{Escape}");
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(toast).toMatchTextContent("Nothing has been done yet");
    expect(site.server.requests.filter((asked) => asked === "GET /export")).toHaveLength(1);
    expect(saving).not.toHaveBeenCalled();
  });

  test("is no longer asked for if the login has ended meanwhile", async () => {
    site.server.endSessions();
    await confirm(SECOND_FACTOR);
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
  });
});

test("a conflicting edit says so, and can be saved again", async () => {
  await refer();
  await logInAsAdmin();
  await userEvent.click(edit);
  await userEvent.fill(points, "10");
  site.server.records.awardElsewhere("25");
  await userEvent.click(button("Save"));
  await expect
    .element(points)
    .toHaveAccessibleDescription(/User0000 set 25 points, Successful, on/);
  await expect.element(points).toHaveValue("10");
  await userEvent.click(button("Save"));
  await expect.element(edit).toBeVisible();
  expect(site.server.referrals[0]?.points).toBe(10);
});

test("the page links to the console, where the rest of the staff's work is done", async () => {
  await logInAsAdmin();
  await expect
    .element(page.getByRole("region", { name: "Admin tools" }).getByRole("link"))
    .toHaveAttribute("href", "/console");
});

test("a form without an answer does not block another", async () => {
  await refer();
  await logInAsAdmin();
  await fillInReferred("Chitra");
  const late = later<Response>();
  site.server.instead.set("POST /referrals", () => late.promise);
  await userEvent.click(button("Submit Referral"));
  const submitting = button("Submitting...");
  await expect.element(submitting).toBeDisabled();
  await userEvent.click(edit);
  await userEvent.fill(points, "ten");
  await userEvent.click(button("Save"));
  await expect.element(points).toBeInvalid();
  await expect.element(button("Save")).toBeEnabled();
  await expect.element(submitting).toBeDisabled();
  late.settle(new Response(null, { status: 503 }));
  await expect.element(button("Submit Referral")).toBeEnabled();
});

test("points saved without an answer are reported once they are known to be saved", async () => {
  await refer();
  await logInAsAdmin();
  await userEvent.click(edit);
  await userEvent.fill(points, "25");
  site.browser.hears = false;
  await userEvent.click(button("Save"));
  await expect.element(page.getByText("Not Known Yet"), { timeout: 8000 }).toBeVisible();
  await expect.element(points).toHaveValue("25");
  site.browser.hears = true;
  reconnect();
  await expect.element(toast).toMatchTextContent("Points assigned successfully.");
  await expect.element(page.getByText("Not Known Yet")).not.toBeInTheDocument();
});
