/** The admin's tools when there may be several admins. */
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { later } from "@/testing/later";
import { ADMIN } from "@/programme/hosted/testing/fake-records";
import { FakeBrowser, SECOND_FACTOR } from "@/programme/hosted/testing/fake-server";
import {
  button,
  confirm,
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
  test("stands before everything that changes something", async () => {
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

  test("is asked for again when it has run out, and the points that were typed stay", async () => {
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

describe("A second factor that was given a while ago", () => {
  const confirming = page.getByRole("dialog", { name: "Confirm it is still you" });
  const phone = page.getByLabelText("Their phone number");

  beforeEach(async () => {
    await refer();
    await logInAsAdmin();
    site.server.ageConfirmations();
    await userEvent.click(button("Erase a person’s data"));
    await userEvent.fill(phone, "9744555666");
    await userEvent.click(page.getByRole("button", { name: "Erase", exact: true }));
  });

  test("is asked for again before an erasure, which goes on by itself", async () => {
    await expect.element(confirming).toBeVisible();
    await expect.element(confirming.getByLabelText("Authenticator code")).toHaveFocus();
    await confirm("000000");
    await expect
      .element(confirming.getByLabelText("Authenticator code"))
      .toHaveAccessibleDescription(/neither your authenticator/);
    await confirm(SECOND_FACTOR);
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(toast).toMatchTextContent("Erased 1");
  });

  test("can be left: nothing is done, and what was typed stays", async () => {
    await userEvent.keyboard("{Escape}");
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(phone).toHaveValue("9744555666");
    await expect.element(toast).toMatchTextContent("Nothing has been done yet");
    expect(site.server.requests.filter((asked) => asked === "POST /erasures").length).toBe(1);
  });

  test("waits no longer where the login has ended meanwhile", async () => {
    site.server.endSessions();
    await confirm(SECOND_FACTOR);
    await expect.element(confirming).not.toBeInTheDocument();
    await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
  });
});

test("an edit that somebody else was faster with says so, and can be saved on top", async () => {
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

describe("Looking for referrals", () => {
  beforeEach(async () => {
    await refer();
    await refer({ referredName: "Chitra", service: "others" });
    await logInAsAdmin();
  });

  test("finds by a part of a name, once for what was typed in one go", async () => {
    const before = site.server.requests.length;
    await userEvent.type(page.getByRole("searchbox", { name: "Search" }), "chit");
    await expect.element(page.getByText("1 referral matches.")).toBeVisible();
    await expect.element(names).toMatchTextContent("Chitra");
    expect(site.server.requests.length - before).toBeLessThanOrEqual(2);
  });

  test("asks once where there is no connection, and says so", async () => {
    site.browser.online = false;
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Status" }), "Pending");
    await expect.element(toast).toMatchTextContent("cannot be reached");
    const before = site.server.requests.length;
    site.browser.online = true;
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(site.server.requests.length).toBe(before);
  });

  test("says that none matches, and clears", async () => {
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Status" }), "Successful");
    await expect.element(page.getByText("No referrals match.")).toBeVisible();
    await expect.element(names).not.toBeInTheDocument();
    await userEvent.click(button("Clear"));
    await expect.element(page.getByRole("searchbox", { name: "Search" })).toHaveFocus();
    await expect.element(names.first()).toMatchTextContent("Chitra");
    await expect.element(page.getByRole("combobox", { name: "Status" })).toHaveValue("");
  });

  test("narrows by service and turns the order round", async () => {
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Order" }), "Oldest first");
    await expect.element(names.first()).toMatchTextContent("Binu");
    const services = page.getByRole("combobox", { name: "Service" }).last();
    await userEvent.selectOptions(services, "Others");
    await expect.element(names).toMatchTextContent("Chitra");
  });
});

test("the history of a referral is fetched when it is opened", async () => {
  await refer();
  await logInAsAdmin();
  site.server.records.awardElsewhere("25");
  expect(site.server.requests.some((asked) => asked.endsWith("/history"))).toBe(false);
  await userEvent.click(page.getByText("History", { exact: false }).first());
  await expect.element(page.getByText(/Guest/)).toBeVisible();
  await expect.element(page.getByText(/with 25 points/)).toBeVisible();
});

describe("A referred person's data", () => {
  beforeEach(async () => {
    await refer();
    await logInAsAdmin();
    await userEvent.click(button("Erase a person’s data"));
  });

  test("is erased by their number", async () => {
    await userEvent.fill(page.getByLabelText("Their phone number"), "9744555666");
    await userEvent.click(page.getByRole("button", { name: "Erase", exact: true }));
    await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
    await expect.element(toast).toMatchTextContent("Erased 1");
  });

  test("that is not there keeps the dialog, and says so", async () => {
    await userEvent.fill(page.getByLabelText("Their phone number"), "1");
    await userEvent.click(page.getByRole("button", { name: "Erase", exact: true }));
    await expect.element(toast).toMatchTextContent("Erased 0");
    await expect.element(page.getByLabelText("Their phone number")).toBeInvalid();
  });
});

test("contact messages are listed, the older ones on request", async () => {
  for (const name of ["Asha", "Binu", "Chitra"]) {
    site.server.inbox.messages.push({
      name,
      email: `${name}@example.com`,
      subject: `From ${name}`,
      message: "Doha, from March.",
    });
  }
  await logInAsAdmin();
  const list = page.getByRole("region", { name: "Contact Messages" });
  await expect
    .element(list.getByRole("heading", { level: 3 }).first())
    .toMatchTextContent("Chitra");
  await userEvent.click(button("Show older messages"));
  await expect.element(list.getByRole("listitem", { name: "From Asha" })).toBeVisible();
  await expect.element(button("Show older messages")).not.toBeInTheDocument();
  await expect
    .element(list.getByRole("link", { name: "Asha@example.com" }))
    .toHaveAttribute("href", "mailto:Asha%40example.com");
});

test("a message that nobody takes says why, and is sent again or marked as handled", async () => {
  const browser = new FakeBrowser(site.server);
  await browser.fetch("/api/messages", message("First"));
  await browser.fetch("/api/messages", message("Second"));
  site.server.inbox.states.set("m0", "undeliverable").set("m1", "undeliverable");
  await logInAsAdmin();
  const first = page.getByRole("listitem", { name: "First" });
  const second = page.getByRole("listitem", { name: "Second" });
  await expect.element(first).toMatchTextContent(/We have stopped trying.*Tried 10 times/);
  await userEvent.click(first.getByRole("button", { name: /^Send again/ }));
  await expect.element(first).toMatchTextContent("Waiting to be forwarded.");
  await userEvent.click(second.getByRole("button", { name: /^Mark as handled/ }));
  await expect.element(second).toMatchTextContent("Marked as handled.");
  await expect.element(second.getByRole("button")).not.toBeInTheDocument();
});

test("a form whose answer does not come holds up no other", async () => {
  await refer();
  for (const subject of ["First", "Second", "Third"]) {
    await new FakeBrowser(site.server).fetch("/api/messages", message(subject));
  }
  await logInAsAdmin();
  const older = button("Show older messages");
  await expect.element(older).toBeVisible();
  const late = later<Response>();
  site.server.instead.set("GET /messages", () => late.promise);
  await userEvent.click(older);
  await expect.element(older).toBeDisabled();
  await userEvent.click(edit);
  await userEvent.fill(points, "ten");
  await userEvent.click(button("Save"));
  await expect.element(points).toBeInvalid();
  await expect.element(button("Save")).toBeEnabled();
  await expect.element(older).toBeDisabled();
  late.settle(Response.json({ messages: [], next: null }));
  await expect.element(older).not.toBeInTheDocument();
});

test("points of which nothing was heard are told when they are known to be saved", async () => {
  await refer();
  await logInAsAdmin();
  await userEvent.click(edit);
  await userEvent.fill(points, "25");
  site.browser.hears = false;
  await userEvent.click(button("Save"));
  await expect.element(page.getByText("Not Known Yet"), { timeout: 8000 }).toBeVisible();
  await expect.element(points).toHaveValue("25");
  site.browser.hears = true;
  window.dispatchEvent(new Event("online"));
  await expect.element(toast).toMatchTextContent("Points assigned successfully.");
  await expect.element(page.getByText("Not Known Yet")).not.toBeInTheDocument();
});

function message(subject: string): RequestInit {
  const body = { name: "Asha", email: "asha@b.example", subject, message: "A word." };
  return {
    method: "POST",
    headers: { "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify(body),
  };
}
