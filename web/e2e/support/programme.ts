import { expect, type Page } from "@playwright/test";
import { serverOf } from "./place";

/** The policy of `content/site.json`. */
export const ADMIN = "1000000000";
export const CODE = "1234";

export const MEMBER = "919840012345";

/** The local storage keys of the programme. */
export const KEYS = {
  user: "loggedInUser",
  accounts: "registeredUsers",
  referrals: "allReferrals",
  aside: "unreadableRecords",
};

export type Mode = "Login" | "Sign Up";

/** Opens the page and waits until the stored login has been read. */
export async function openReferral(page: Page) {
  await page.goto("/referral");
  await expect(page.getByText("Loading authentication status...")).toBeHidden();
  await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
}

/** Asks for a code; the dialog is open afterwards if the number is a valid one. */
export async function askForCode(page: Page, mode: Mode, mobile: string) {
  await page.getByLabel("Mobile Number").fill(mobile);
  await page.getByRole("button", { name: mode, exact: true }).click();
}

/** The code that a number has been sent, or that browser mode shows. */
export async function codeFor(page: Page, mobile: string): Promise<string> {
  const server = serverOf(page);
  if (!server) return CODE;
  // It opens when the code has been sent.
  await expect(page.getByRole("dialog")).toBeVisible();
  return server.codeOf(mobile);
}

/** Logs in or signs up, the whole way; on a server the admin gives the second factor, too. */
export async function enter(page: Page, mode: Mode, mobile: string, confirmed = true) {
  await askForCode(page, mode, mobile);
  const dialog = page.getByRole("dialog");
  await expect(dialog).toBeVisible();
  await dialog.getByRole("textbox", { name: "OTP" }).fill(await codeFor(page, mobile));
  await dialog.getByRole("button", { name: "Verify OTP" }).click();
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
  if (mobile === ADMIN && confirmed) await serverOf(page)?.confirm(page);
}

export type Referred = { name: string; phone: string; service: string; notes?: string };

export const BINU: Referred = { name: "Binu Thomas", phone: "9744555666", service: "Training" };

/** Fills in whom to refer, not the guest's own fields. */
export async function fillReferred(page: Page, referred: Referred) {
  await page.getByLabel("Referred Person's Name").fill(referred.name);
  await page.getByLabel("Referred Person's Phone Number").fill(referred.phone);
  await page.getByLabel("Service").selectOption(referred.service);
  if (referred.notes) await page.getByLabel("Additional Notes").fill(referred.notes);
}

/** Submits and waits for the notice of success. */
export async function submit(page: Page) {
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, "Referral Submitted!");
}

/** Waits for a notice; its words may be a part of the notice's. */
export async function expectToast(page: Page, words: string | RegExp) {
  await expect(toast(page)).toContainText(words);
}

/** The notice that is shown. */
export function toast(page: Page) {
  return page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
}

/** A list as it is kept: in local storage, or by the server. */
export async function stored(page: Page, key: string): Promise<Record<string, unknown>[]> {
  const server = serverOf(page);
  if (server && key === KEYS.user)
    return (await (await page.request.get("/api/session")).json()).user;
  if (server) return server.records.under(key);
  const text = await page.evaluate((name) => localStorage.getItem(name), key);
  return JSON.parse(text ?? "[]");
}

/** Puts something under a key, or into the server's records, before the page reads it, once. */
export async function prepare(page: Page, entries: Record<string, string>) {
  const server = serverOf(page);
  if (server) return server.records.takeIn(entries);
  await page.goto("/contact");
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, entries);
}

/** A stored referral. */
export function record(change: Record<string, unknown> = {}) {
  return {
    id: 1_763_690_000_000,
    referrerName: "User2345",
    referrerMobile: MEMBER,
    referredName: "Binu Thomas",
    referredPhone: "9744555666",
    service: "training",
    notes: "",
    date: "21/11/2025",
    status: "Pending",
    points: 0,
    ...change,
  };
}

/** The text of an export with these referrals and registered numbers. */
export function exported(referrals: unknown[], numbers: string[] = []): string {
  return JSON.stringify({
    format: "referral-programme",
    version: 1,
    exportedAt: 0,
    registeredUsers: numbers.map((number) => ({
      mobileNumber: number,
      name: `User${number.slice(-4)}`,
    })),
    allReferrals: referrals,
    unreadableRecords: [],
  });
}

/** Chooses a file with this text in the admin's import field. */
export async function chooseImport(page: Page, text: string) {
  await page.getByLabel("Import a JSON export").setInputFiles({
    name: "export.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
}
