/** Awarding several referrals what their rulebooks give. */
import type { AwardsChecked, CommandOutcome, CommandsRequest } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AUDITOR, fakeServer, listOf, OWNER, referral, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import { BatchAwards } from "./batch-awards";
import ReferralsScreen from "./referrals-screen";

const CHECK = "POST /referrals/check-awards";
const MANY = "POST /referrals/commands";
const WHY = "No rule says how many points it earns.";

const dialog = page.getByRole("dialog");

/** A server that gives these by its rules, and says how an award of each ends. */
function ruling(awards: AwardsChecked["awards"], end: (key: string) => CommandOutcome) {
  return fakeServer({
    "POST /referrals/search": () => listOf("Meera", "Yusuf", "Joseph"),
    "GET /session": () => OWNER,
    [CHECK]: () => ({ awards }),
    [MANY]: ({ value }) => accepted((value as CommandsRequest).commands.map(({ key }) => end(key))),
  });
}

const done = (key: string): CommandOutcome => ({
  outcome: "done",
  referral: referral(key.slice(1), { version: 2 }),
  event: `e-${key}`,
});

const command = (points: string) => ({ kind: "points", points, note: "" });

async function chooseAll() {
  await show("/referrals", <ReferralsScreen viewer={OWNER} />);
  for (const name of ["Meera", "Yusuf", "Joseph"]) {
    await userEvent.click(page.getByRole("checkbox", { name: `Select ${name}` }));
  }
  await userEvent.click(page.getByRole("button", { name: "Award by the rules…" }));
}

test("what it comes to is said first, then each gets its own points, and who is left out is named", async () => {
  const awards = [
    { key: "nMeera", points: 5_000 },
    { key: "nYusuf", points: 400 },
    { key: "nJoseph", why: WHY },
  ];
  const server = ruling(awards, done);
  await chooseAll();
  await expect.element(dialog).toMatchTextContent(/2 referrals, 5,400 points by the rules\./);
  await expect
    .element(dialog.getByRole("list", { name: "1 referral left out:" }))
    .toHaveTextContent(`Joseph: ${WHY}`);
  expect(server.of(CHECK)[0]?.value).toEqual({
    referrals: ["nMeera", "nYusuf", "nJoseph"].map((key) => ({ key, version: 1 })),
  });
  await userEvent.click(dialog.getByRole("button", { name: "Award 2 referrals" }));
  await expect.element(page.getByText("2 changed.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
  expect(server.of(MANY).map(({ value }) => value)).toEqual([
    {
      commands: [
        { key: "nMeera", version: 1, command: command("5000") },
        { key: "nYusuf", version: 1, command: command("400") },
      ],
    },
  ]);
  expect(server.of(CHECK)).toHaveLength(1);
});

test("what is refused after all is named", async () => {
  const hints = ["Say in a note why it is another number."];
  ruling([{ key: "nMeera", points: 500 }], () => ({
    outcome: "refused",
    codes: ["note-missing"],
    hints,
  }));
  await chooseAll();
  await userEvent.click(dialog.getByRole("button", { name: "Award 1 referral" }));
  await expect.element(page.getByText("1 refused.")).toBeVisible();
  await expect.element(page.getByText(`Meera: ${hints[0]}`)).toBeVisible();
});

test("without anything to award, there is nothing to press but to close it", async () => {
  ruling([{ key: "nMeera", why: WHY }], done);
  await chooseAll();
  await expect.element(dialog.getByText("None of them can be awarded by the rules.")).toBeVisible();
  await expect.element(dialog.getByText(`Meera: ${WHY}`)).toBeVisible();
  await expect.element(dialog.getByRole("button", { name: /^Award/ })).not.toBeInTheDocument();
});

test("it says why the rules cannot be asked, and how many can be chosen", async () => {
  const server = ruling([], done);
  server.instead.set(CHECK, () => refusal(403, "not-allowed", null, "You may not."));
  await chooseAll();
  await expect.element(dialog.getByText("You may not.")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const many = Array.from({ length: CONSOLE_LIMITS.commandsAtOnce + 1 }, (_, place) =>
    referral(`n${place}`),
  );
  const send = vi.fn<() => never>();
  await show("/", <BatchAwards chosen={many} send={send} onClose={() => undefined} />);
  await expect
    .element(page.getByText(`Choose at most ${CONSOLE_LIMITS.commandsAtOnce} referrals.`))
    .toBeVisible();
  expect(server.of(CHECK)).toHaveLength(1);
});

test("whoever may not award is not offered it", async () => {
  ruling([], done);
  await show("/referrals", <ReferralsScreen viewer={AUDITOR} />);
  await userEvent.click(page.getByRole("checkbox", { name: "Select Meera" }));
  await expect.element(page.getByRole("button", { name: "Export as CSV" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Award/ })).not.toBeInTheDocument();
});
