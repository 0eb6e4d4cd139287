/** Helpers for the referral page, in browser mode and in hosted mode. */
import { type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { MEMBER, RECORD } from "../../src/testing/samples";

/** The policy of `content/site.json`. */
export const ADMIN = "1000000000";
export const CODE = "1234";

export { MEMBER };

/** The local storage keys of the programme. */
export const KEYS = {
  user: "loggedInUser",
  accounts: "registeredUsers",
  referrals: "allReferrals",
  quarantine: "unreadableRecords",
};

export type Mode = "Login" | "Sign Up";

/** What journeys need of the server of their pages. */
type Server = {
  readonly records: {
    under(key: string): Promise<Record<string, unknown>[]>;
    import(entries: Record<string, string>): Promise<void>;
  };
  codeOf(mobile: string): Promise<string>;
  secondFactor(): string;
};

const servers = new WeakMap<BrowserContext, Server>();

export function setServer(context: BrowserContext, server: Server) {
  servers.set(context, server);
}

/** The server of each page. Pages in browser mode have none. */
export function serverOf(page: Page): Server | undefined {
  return servers.get(page.context());
}

/** Opens the page and waits until the stored login has been read. */
export async function openReferral(page: Page) {
  await page.goto("/referral");
  await expectReady(page);
}

/** Waits until the referral page has read the stored login, and its forms work. */
export async function expectReady(page: Page) {
  await expect(page.getByText("Loading authentication status...")).toBeHidden();
  await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
}

/** Requests a code. The dialog is open afterwards if the number is valid. */
export async function askForCode(page: Page, mode: Mode, mobile: string) {
  await page.getByLabel("Mobile Number").fill(mobile);
  await page.getByRole("button", { name: mode, exact: true }).click();
}

/** The code that was sent to a number, or that browser mode shows. */
export async function codeFor(page: Page, mobile: string): Promise<string> {
  const server = serverOf(page);
  if (!server) return CODE;
  // The dialog opens when the code was sent.
  await expect(page.getByRole("dialog")).toBeVisible();
  return server.codeOf(mobile);
}

/** Logs in or signs up. */
export async function logIn(page: Page, mode: Mode, mobile: string) {
  await askForCode(page, mode, mobile);
  await expect(page.getByRole("dialog")).toBeVisible();
  await verify(page, await codeFor(page, mobile));
  await expect(page.getByRole("heading", { name: /^Welcome, / })).toBeVisible();
}

/** Enters a code in the dialog. */
export async function verify(page: Page, code: string) {
  await otpField(page).fill(code);
  await page.getByRole("button", { name: "Verify OTP" }).click();
}

export function otpField(page: Page) {
  return page.getByRole("dialog").getByRole("textbox", { name: "OTP" });
}

/** Somebody's referral in a table. */
export function referralOf(page: Page, name: string) {
  return page.getByRole("row", { name });
}

export async function expectLoggedOut(page: Page) {
  await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
}

/** Opens the points editor of a referral and returns its field. */
export async function editPoints(referral: Locator) {
  await referral.getByRole("button", { name: /Assign\/Edit Points/ }).click();
  return referral.getByLabel(/^Points/);
}

export type Referred = { name: string; phone: string; service: string; notes?: string };

export const BINU: Referred = { name: "Binu Thomas", phone: "9744555666", service: "Training" };

/** Fills in the fields about the referred person. */
export async function fillReferred(page: Page, referred: Referred) {
  await page.getByLabel("Referred Person's Name").fill(referred.name);
  await page.getByLabel("Referred Person's Phone Number").fill(referred.phone);
  await page.getByLabel("Service").selectOption(referred.service);
  if (referred.notes) await page.getByLabel("Additional Notes").fill(referred.notes);
}

/** Fills in the whole form as a guest. */
export async function fillAsGuest(page: Page, change: Partial<Referred> = {}, phone = MEMBER) {
  await page.getByLabel("Your Name").fill("Asha");
  await page.getByLabel("Your Phone Number").fill(phone);
  await fillReferred(page, { ...BINU, ...change });
}

/** Refers somebody as a guest. The form is empty afterwards. */
export async function referAsGuest(page: Page, change: Partial<Referred> = {}, phone = MEMBER) {
  await fillAsGuest(page, change, phone);
  await submit(page);
}

/** Submits and waits for the notice of success. */
export async function submit(page: Page) {
  const name = await page.getByLabel("Referred Person's Name").inputValue();
  await page.getByRole("button", { name: "Submit Referral" }).click();
  await expectToast(page, `${name} was successfully referred.`);
}

/** Refers somebody as a new member, and opens the history of that referral. */
export async function referAsMember(page: Page): Promise<Locator> {
  await openReferral(page);
  await logIn(page, "Sign Up", MEMBER);
  await fillReferred(page, BINU);
  await submit(page);
  const own = referralOf(page, BINU.name);
  await own.getByText("History and changes").click();
  return own;
}

/**
 * Runs in the page: notices stay until they are closed or replaced. On a busy machine their five
 * seconds may be over before a journey has looked.
 */
export function keepNotices() {
  const { setTimeout } = window;
  const shown = 5000;
  Object.assign(window, {
    setTimeout: (run: () => void, ms?: number, ...rest: unknown[]) =>
      ms === shown ? 0 : setTimeout(run, ms, ...rest),
  });
}

/** Waits for a notice that contains this text. */
export async function expectToast(page: Page, words: string | RegExp) {
  await expect(toast(page)).toContainText(words);
}

/** Closes the notice, so that the next one is certainly new. */
export async function closeToast(page: Page) {
  await toast(page)
    .getByRole("button", { name: /close|dismiss/i })
    .click();
  await expect(toast(page)).toBeHidden();
}

/** The notice that is shown. */
export function toast(page: Page) {
  return page.getByRole("region", { name: /Notifications/ }).getByRole("listitem");
}

/** A stored list: in local storage, or on the server. */
export async function stored(page: Page, key: string): Promise<Record<string, unknown>[]> {
  const server = serverOf(page);
  if (server && key === KEYS.user)
    return (await (await page.request.get("/api/session")).json()).user;
  if (server) return server.records.under(key);
  return JSON.parse((await textUnder(page, key)) ?? "[]");
}

/** The content of local storage under a key. */
export function textUnder(page: Page, key: string): Promise<string | null> {
  return page.evaluate((name) => localStorage.getItem(name), key);
}

/** Stores a text under a key, or imports it into the server, once, before the page reads it. */
export async function prepare(page: Page, entries: Record<string, string>) {
  const server = serverOf(page);
  if (server) return server.records.import(entries);
  await page.goto("/contact");
  await page.evaluate((texts) => {
    for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text);
  }, entries);
}

/** A stored referral. */
export function record(change: Record<string, unknown> = {}) {
  return {
    ...RECORD,
    referrerName: "User2345",
    referredName: "Binu Thomas",
    ...change,
  };
}

/** An export with these referrals and registered numbers. */
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

/** Selects a file with this text in the admin's import field. */
export async function chooseImport(page: Page, text: string) {
  await page.getByLabel("Import a JSON export").setInputFiles({
    name: "export.json",
    mimeType: "application/json",
    buffer: Buffer.from(text),
  });
}
