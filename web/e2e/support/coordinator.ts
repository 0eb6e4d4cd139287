/** A coordinator, and the referrals of one day. All names and numbers are made up. */
import { expect, type Page } from "@playwright/test";
import { Authenticator } from "./authenticator";
import type { HostedServer } from "./hosted-server";
import { KEYS, logIn, MEMBER, openReferral, record } from "./programme";

const COORDINATOR = { name: "Leena Joseph", mobile: "919840054321" };

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Somebody who was referred. */
export type Person = {
  readonly name: string;
  readonly service: string;
  readonly stage?: "contacted" | "qualified" | "in-progress";
  /** When it was submitted, before now. */
  readonly ago: number;
  /** What is planned, after now, or before it if it is overdue. */
  readonly task?: readonly [kind: "call" | "write" | "meet" | "check", due: number];
  readonly unanswered?: number;
  readonly referrer?: string;
  readonly notes?: string;
  /** Nobody is responsible for it. */
  readonly isNew?: true;
};

/** Invites a coordinator, and opens a screen of the console as them on their first day. */
export async function beginAsCoordinator(page: Page, server: HostedServer): Promise<string> {
  await server.records.nameOwner("Anil Thomas");
  const services = ["training", "hr-recruitment", "it-services"];
  const id = await server.records.invite({ ...COORDINATOR, role: "coordinator", services });
  await openReferral(page);
  await logIn(page, "Login", COORDINATOR.mobile);
  await page.goto("/console");
  await setUpApp(page);
  await page.getByRole("button", { name: "Later" }).click();
  await expect(page.getByRole("heading", { name: "Inbox" })).toBeVisible();
  return id;
}

/**
 * Sets up an authenticator app. `again` skips a code, because a member's next code must be of a later
 * time step than the last one, even of another app.
 */
export async function setUpApp(page: Page, which: "first" | "again" = "first") {
  await page.getByRole("button", { name: "Set up an authenticator app…" }).click();
  const dialog = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(dialog.getByRole("figure", { name: /QR code/ })).toBeVisible();
  const code = dialog.getByRole("textbox", { name: "Code" });
  const app = new Authenticator(await dialog.getByRole("textbox", { name: "Secret" }).inputValue());
  if (which === "again") app.next();
  await code.fill("000000");
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(code).toHaveAccessibleDescription(/./);
  await code.fill(app.next());
  await dialog.getByRole("button", { name: "Confirm" }).click();
  await expect(dialog).toHaveCount(0);
}

/** Adds the referrals of a day. This member of staff is responsible for those that are not new. */
export async function fillDay({ records }: HostedServer, own: string, people: readonly Person[]) {
  const now = Date.now();
  const referrals = people.map((person, place) => {
    const id = now - person.ago;
    const history = historyOf(person, now).map((event, saw) => ({
      at: id + saw + 1,
      saw,
      ...event,
    }));
    return record({
      id,
      referredName: person.name,
      service: person.service,
      referredPhone: `+974 5550 ${1000 + place * 37}`,
      referrerName: person.referrer ?? "Asha Menon",
      referrerMobile: MEMBER,
      notes: person.notes ?? "",
      history,
    });
  });
  await records.import({ [KEYS.referrals]: JSON.stringify(referrals) });
  for (const { name } of people.filter(({ isNew }) => !isNew)) {
    await records.command(name, { kind: "assign", staff: own });
  }
}

function historyOf({ stage, task, unanswered = 0 }: Person, now: number) {
  return [
    ...(stage ? [{ kind: "moved", stage }] : []),
    ...Array.from({ length: unanswered }, () => ({ kind: "called", outcome: "no-answer" })),
    ...(task ? [{ kind: "scheduled", task: task[0], due: now + task[1] }] : []),
  ];
}

/** A day at the desk: something is late, most is due today, some of it is new. */
export const DAY: readonly Person[] = [
  {
    name: "Meera Nair",
    service: "hr-recruitment",
    stage: "contacted",
    ago: 4 * DAY_MS,
    task: ["call", 3.1 * HOUR_MS],
    unanswered: 1,
    notes: "Assistant nurse, six years in Kochi. Looks for a post in Doha from January.",
  },
  {
    name: "Yusuf Al-Kuwari",
    service: "training",
    stage: "qualified",
    ago: 6 * DAY_MS,
    task: ["meet", 1.6 * HOUR_MS],
    referrer: "Ravi Kumar",
  },
  {
    name: "Joseph Varghese",
    service: "it-services",
    stage: "contacted",
    ago: 5 * DAY_MS,
    task: ["write", 2.6 * HOUR_MS],
  },
  {
    name: "Fatima Rahman",
    service: "hr-recruitment",
    ago: 2 * DAY_MS,
    task: ["call", 6.1 * HOUR_MS],
    unanswered: 2,
    referrer: "Ravi Kumar",
  },
  {
    name: "Arun Balasubramanian",
    service: "training",
    stage: "contacted",
    ago: 9 * DAY_MS,
    task: ["call", 1.1 * HOUR_MS],
  },
  {
    name: "Nadia Haddad",
    service: "hr-recruitment",
    stage: "in-progress",
    ago: 3 * DAY_MS,
    task: ["check", 5.1 * HOUR_MS],
  },
  {
    name: "Thomas Kurian",
    service: "it-services",
    stage: "contacted",
    ago: 8 * DAY_MS,
    task: ["call", -20.5 * HOUR_MS],
    unanswered: 2,
  },
  {
    name: "Reem Idris",
    service: "training",
    stage: "contacted",
    ago: 7 * DAY_MS,
    task: ["call", -2.5 * HOUR_MS],
    referrer: "Ravi Kumar",
  },
  { name: "Binu Thomas", service: "training", ago: HOUR_MS, isNew: true },
  {
    name: "Rekha Raman",
    service: "hr-recruitment",
    ago: 2 * HOUR_MS,
    referrer: "Ravi Kumar",
    isNew: true,
  },
  { name: "Omar Siddiqui", service: "hr-recruitment", ago: 3 * HOUR_MS, isNew: true },
];
