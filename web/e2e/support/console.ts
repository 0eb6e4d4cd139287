/** Helpers for the console of a hosted server. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { ADMIN, KEYS, logIn, MEMBER, openReferral, record } from "./programme";

const NAMES = [
  ["Meera Nair", "Recruitment"],
  ["Yusuf Al-Kuwari", "Training"],
  ["Joseph Varghese", "IT"],
  ["Fatima Rahman", "MRO"],
  ["Arun Kumar Balasubramanian", "Recruitment"],
  ["Leena D’Souza", "Aerospace"],
] as const;

const HOUR_MS = 3_600_000;

/** The first people in the list, newest first. */
export const [[FIRST], [SECOND], [THIRD]] = NAMES;

/** Adds a few referrals, an hour apart. The last one is a duplicate by another referrer. */
export async function fillProgramme({ records }: HostedServer) {
  const now = Date.now();
  const referral = (place: number, change: Record<string, unknown> = {}) => {
    const [referredName, service] = NAMES[place] ?? [];
    const id = now - place * HOUR_MS;
    const [referrerName, referrerMobile] = ["Asha", MEMBER];
    const referredPhone = `974555510${place}0`;
    return record({
      id,
      referredName,
      service,
      referredPhone,
      referrerName,
      referrerMobile,
      ...change,
    });
  };
  const last = NAMES.length - 1;
  const other = { id: now - 48 * HOUR_MS, referrerName: "Ravi", referrerMobile: "919840054321" };
  const referrals = [...NAMES.map((_, place) => referral(place)), referral(last, other)];
  await records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
}

type App = Pick<HostedServer, "secondFactor">;

/** Logs the owner in, with the second factor, and opens a screen of the console. */
export async function openConsole(page: Page, server: App, screen?: string) {
  await openReferral(page);
  await logIn(page, "Login", ADMIN);
  await enterConsole(page, server, screen);
}

/** Opens a screen of the console for somebody who is logged in, and gives the second factor. */
export async function enterConsole(page: Page, server: App, screen = "/referrals") {
  await page.goto(`/console${screen}`);
  await page.getByLabel("Authenticator code").fill(server.secondFactor());
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}

/** Opens the dialog for a referral's points, from a list. */
export async function askForPoints(page: Page, name: string) {
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("button", { name: "Points…" }).click();
  const dialog = page.getByRole("dialog");
  return {
    dialog,
    points: dialog.getByLabel("Points"),
    save: dialog.getByRole("button", { name: "Save points" }),
  };
}

/** The screens of the console, below its address. */
export const SCREENS = [
  "inbox",
  "referrals",
  "board",
  "referrers",
  "duplicates",
  "duplicates?tab=decided",
  "messages",
  "rewards",
  "rewards?tab=batches",
  "integrations",
  "integrations?tab=deliveries",
  "integrations?tab=tokens",
  "reports",
  "staff",
  "staff?tab=own",
  "import",
  "audit",
  "privacy",
  "settings",
  "settings?tab=reasons",
  "settings?tab=templates",
  "settings?tab=catalogue",
  "settings?tab=versions",
];

/** The dialog that asks for the reason of a decline. */
export function reasonDialog(page: Page, name: string) {
  return page.getByRole("dialog", { name: `Close, we cannot help: ${name}` });
}

/** Adds a filter to a list, by its label and that of its value. */
export async function addFilter(page: Page, label: string, value: string) {
  const row = page.getByRole("search");
  await row.getByRole("button", { name: "Add filter" }).click();
  await row.getByRole("dialog").getByRole("button", { name: label }).click();
  await row.getByRole("dialog").getByRole("button", { name: value, exact: true }).click();
}
