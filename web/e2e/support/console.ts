/** The console, as staff use it on a hosted server. */
import { expect, type Page } from "@playwright/test";
import type { HostedServer } from "./hosted-server";
import { ADMIN, KEYS, logIn, openReferral, record } from "./programme";

const NAMES = [
  ["Meera Nair", "Recruitment"],
  ["Yusuf Al-Kuwari", "Training"],
  ["Joseph Varghese", "IT"],
  ["Fatima Rahman", "MRO"],
  ["Arun Kumar Balasubramanian", "Recruitment"],
  ["Leena D’Souza", "Aerospace"],
] as const;

const HOUR_MS = 3_600_000;

/** The first people in the list: the one submitted last first. */
export const [[FIRST], [SECOND], [THIRD]] = NAMES;

/** Puts a few referrals there, submitted an hour apart. */
export async function fillProgramme({ records }: HostedServer) {
  const now = Date.now();
  const referrals = NAMES.map(([referredName, service], place) =>
    record({
      id: now - place * HOUR_MS,
      referredName,
      referredPhone: `974555510${place}0`,
      service,
      referrerName: "Asha",
      referrerMobile: "919840012345",
    }),
  );
  await records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
}

/** Logs the owner in, with the second factor, and opens a screen of the console. */
export async function openConsole(page: Page, server: HostedServer, screen = "/referrals") {
  await openReferral(page);
  await logIn(page, "Login", ADMIN, false);
  await page.goto(`/console${screen}`);
  await page.getByLabel("Authenticator code").fill(server.secondFactor());
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByRole("navigation", { name: "Console" })).toBeVisible();
}

/** The screens of the console, below its address. */
export const SCREENS = [
  "referrals",
  "board",
  "messages",
  "integrations",
  "integrations?tab=deliveries",
  "integrations?tab=tokens",
  "audit",
  "privacy",
];

/** What asks why somebody is declined. */
export function reasonDialog(page: Page, name: string) {
  return page.getByRole("dialog", { name: `Decline: ${name}` });
}
