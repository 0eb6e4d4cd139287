/** Referrals without a connection, as the page shows them. */
import { HOSTED_LENGTHS } from "@bindings/hosted";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { problem } from "@/testing/server/answers";
import { reconnect } from "@/programme/hosted/testing/open-hosted";
import { MEMBER } from "@/testing/samples";
import { button, logIn, fillIn, fillInReferred, showHostedPage, site } from "./testing/hosted-site";

const heading = page.getByRole("heading", { name: "Refer Someone" });
const name = page.getByLabelText("Referred Person's Name");

beforeEach(showHostedPage);

test("it is kept, listed as waiting, and sent on request", async () => {
  site.browser.online = false;
  await fillIn();
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
  await expect.element(page.getByText("Referral Saved for Later").first()).toBeVisible();
  await expect.element(name).toHaveValue("");

  await userEvent.click(button("Send now"));
  await expect.element(page.getByText(/still cannot be reached/).first()).toBeVisible();
  site.browser.online = true;
  await userEvent.click(button("Send now"));
  await expect.element(page.getByText(/waiting for a connection/)).not.toBeInTheDocument();
  expect(site.server.referrals).toHaveLength(1);
  // The button is gone, and the toast alone says why.
  await expect.element(heading).toHaveFocus();
  await expect.element(page.getByText("What was waiting has been sent.")).not.toBeInTheDocument();
});

/** Sends a referral that has waited, and that the server refuses. */
async function sendRefused() {
  site.browser.online = false;
  await fillIn();
  await userEvent.click(button("Submit Referral"));
  await expect.element(name).toHaveValue("");
  site.browser.online = true;
  site.server.instead.set("POST /referrals", () => problem(413, ["text-too-long"]));
  await userEvent.click(button("Send now"));
}

test("one that is refused is shown with its reason, and goes back into the form", async () => {
  await sendRefused();
  await expect.element(page.getByText(/Binu was not accepted: .* too long/)).toBeVisible();

  await userEvent.fill(name, "Chitra");
  await userEvent.click(button("Put it back into the form"));
  await expect.element(name).toHaveValue("Chitra");
  await userEvent.fill(name, "");
  await userEvent.click(button("Put it back into the form"));
  await expect.element(name).toHaveValue("Binu");
  await expect.element(page.getByLabelText("Your Name")).toHaveValue("Asha");
  await expect.element(page.getByText(/was not accepted/)).not.toBeInTheDocument();
});

test("one that is refused is discarded, and the focus goes to the form", async () => {
  await sendRefused();
  await userEvent.click(button("Discard it"));
  await expect.element(page.getByText(/was not accepted/)).not.toBeInTheDocument();
  await expect.element(heading).toHaveFocus();
});

test("one that is refused is shown to its owner alone", async () => {
  await logIn("Sign Up", MEMBER);
  site.browser.online = false;
  await fillInReferred();
  await userEvent.click(button("Submit Referral"));
  await expect.element(name).toHaveValue("");
  site.browser.online = true;
  site.server.instead.set("POST /referrals", () => problem(413, ["text-too-long"]));
  await userEvent.click(button("Send now"));
  await expect.element(page.getByText(/Binu was not accepted/)).toBeVisible();

  await userEvent.click(button("Logout"));
  await expect
    .element(page.getByText("1 referral by User2345 will wait until they log in again."))
    .toBeVisible();
  await expect.element(page.getByText(/Binu was not accepted/)).not.toBeInTheDocument();

  await logIn("Login", MEMBER);
  await expect.element(page.getByText(/Binu was not accepted/)).toBeVisible();
});

test("missing fields are marked, the first has the focus, and the typed text stays", async () => {
  await userEvent.fill(page.getByLabelText("Additional Notes"), "Keep me.");
  await userEvent.fill(name, "   ");
  await userEvent.click(button("Submit Referral"));
  const missing = ["Your Name", "Your Phone Number", "Referred Person's Name"];
  for (const label of missing) {
    await expect.element(page.getByLabelText(label)).toHaveAttribute("aria-invalid", "true");
  }
  await expect.element(page.getByLabelText("Your Name")).toHaveFocus();
  await expect.element(page.getByLabelText("Additional Notes")).toHaveValue("Keep me.");
  expect(site.server.referrals).toEqual([]);
});

test("a text that is too long for the server is reported beside its field, and can be corrected", async () => {
  await fillIn();
  const { max, hint } = HOSTED_LENGTHS.find(({ field }) => field === "referredName") ?? {};
  await userEvent.fill(name, "n".repeat(Number(max) + 1));
  await userEvent.click(button("Submit Referral"));
  await expect.element(name).toHaveAccessibleDescription(hint);
  await expect.element(name).toHaveFocus();
  expect(site.server.of("POST /referrals")).toEqual([]);
  await userEvent.fill(name, "n".repeat(Number(max)));
  await expect.element(name).not.toHaveAttribute("aria-invalid");
  await userEvent.click(button("Submit Referral"));
  await expect.element(name).toHaveValue("");
  expect(site.server.referrals).toHaveLength(1);
});

test("a member's waits for them, with their name", async () => {
  await logIn("Sign Up", MEMBER);
  site.browser.online = false;
  await fillInReferred();
  await userEvent.click(button("Submit Referral"));
  await expect.element(page.getByText("1 referral is waiting for a connection.")).toBeVisible();
  site.browser.online = true;
  site.server.endSessions();
  reconnect();
  await expect
    .element(page.getByText("1 referral by User2345 will wait until they log in again."))
    .toBeVisible();
  await logIn("Sign Up", "447700012345");
  await expect
    .element(page.getByText("1 referral by another User2345 will wait until they log in again."))
    .toBeVisible();
  await userEvent.click(button("Logout"));
  await logIn("Login", MEMBER);
  await expect.element(page.getByRole("rowheader", { name: "Binu" })).toBeVisible();
});
