/** The referral page with a fake server; everything else is real. */
import type { ReferralDraft } from "@bindings";
import { expect } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ToastRegion } from "@/components/toast/toast-region";
import { dismiss } from "@/components/toast/toast-store";
import { FakeBrowser, connectTo } from "@/testing/server/fake-server";
import { type ProgrammeServer } from "@/testing/server/programme-server";
import { freshSite, reconnect } from "@/programme/hosted/testing/open-hosted";
import { renderAt } from "@/testing/render-at";
import { DRAFT as SAMPLE } from "@/testing/samples";

/** A guest's form. The number is of no account. */
const DRAFT: ReferralDraft = { ...SAMPLE, referrerPhone: "97455" };

/** The fake server and browser, new for every test. */
export const site = {} as { server: ProgrammeServer; browser: FakeBrowser };

/** Starts a server without records, and shows its page to a guest. */
export async function showHostedPage() {
  dismiss();
  Object.assign(site, await freshSite());
  connectTo(site.browser);
  const { default: ReferralPage } = await import("../../referral-page");
  await renderAt(
    "/referral",
    <>
      <ReferralPage />
      <ToastRegion />
    </>,
  );
  // The programme is shared by the whole file, so it has to notice the new server.
  reconnect();
  await expect.element(button("Submit Referral")).toBeEnabled();
  await expect.element(page.getByLabelText("Mobile Number")).toBeVisible();
}

export function button(name: string | RegExp) {
  return page.getByRole("button", { name });
}

/** The visible toast. */
export const toast = page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");

/** Requests a code. */
export async function askForCode(way: "Login" | "Sign Up", mobile: string) {
  await userEvent.fill(page.getByLabelText("Mobile Number"), mobile);
  await userEvent.click(page.getByRole("button", { name: way, exact: true }));
  await expect.element(page.getByRole("dialog")).toBeVisible();
}

/** Logs in or signs up, including the code. */
export async function logIn(way: "Login" | "Sign Up", mobile: string) {
  await askForCode(way, mobile);
  await userEvent.fill(page.getByRole("textbox", { name: "OTP" }), site.server.codeOf(mobile));
  await userEvent.click(button("Verify OTP"));
  await expect.element(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
}

export async function confirm(code: string) {
  await userEvent.fill(page.getByLabelText("Authenticator code"), code);
  await userEvent.click(button("Confirm"));
}

/** Adds a referral on the server, as if from somewhere else. */
export async function refer(change: Partial<ReferralDraft> = {}) {
  const value = { draft: { ...DRAFT, ...change } };
  await new FakeBrowser(site.server).fetch("/api/referrals", {
    method: "POST",
    headers: { "Idempotency-Key": crypto.randomUUID() },
    body: JSON.stringify(value),
  });
}

/** Fills in the whole form as a guest. */
export async function fillIn(referredName = DRAFT.referredName) {
  await userEvent.fill(page.getByLabelText("Your Name"), DRAFT.referrerName);
  await userEvent.fill(page.getByLabelText("Your Phone Number"), DRAFT.referrerPhone);
  await fillInReferred(referredName);
}

/** Fills in all fields that a member has. */
export async function fillInReferred(referredName = DRAFT.referredName) {
  await userEvent.fill(page.getByLabelText("Referred Person's Name"), referredName);
  await userEvent.fill(page.getByLabelText("Referred Person's Phone Number"), DRAFT.referredPhone);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Service" }), "Training");
}
