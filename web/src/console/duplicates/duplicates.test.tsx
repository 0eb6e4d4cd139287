/** The duplicates screen: a pair is decided in one request, several in another, by those who may. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { AUDITOR, fakeServer, OWNER, referral, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import DuplicatesScreen from "./duplicates-screen";

const DECIDE = "POST /duplicates";
const PAIR = {
  earlier: referral("Meera", { version: 3 }),
  later: referral("Mira", { version: 2 }),
  credited: "earlier",
  why: "rule",
};

const pairs = { "GET /duplicates": () => ({ pairs: [PAIR], next: null }) };

test("a pair is decided in one request, with the versions that were shown of both", async () => {
  const server = fakeServer({ ...pairs, [DECIDE]: () => accepted(PAIR) });
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Choose someone else for Mira" }));
  const dialog = page.getByRole("dialog");
  await userEvent.selectOptions(dialog.getByLabelText("Points go to"), "both");
  await userEvent.fill(dialog.getByRole("textbox", { name: "Note" }), "Together");
  await userEvent.click(dialog.getByRole("button", { name: "Decide" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(DECIDE).map(({ value }) => value)).toEqual([
    {
      earlier: { key: "nMeera", version: 3 },
      later: { key: "nMira", version: 2 },
      credited: "both",
      note: "Together",
    },
  ]);
});

test("a refused decision stays open, with the typed text", async () => {
  fakeServer({ ...pairs, [DECIDE]: () => refusal(422, "note-missing", "note", "Say why.") });
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Choose someone else for Mira" }));
  const dialog = page.getByRole("dialog");
  await userEvent.selectOptions(dialog.getByLabelText("Points go to"), "neither");
  await userEvent.click(dialog.getByRole("button", { name: "Decide" }));
  const note = dialog.getByRole("textbox", { name: "Note" });
  await expect.element(note).toHaveAccessibleDescription(/Say why\./);
  await expect.element(dialog.getByLabelText("Points go to")).toHaveValue("neither");
});

test("a decision is sent once, however often it is pressed", async () => {
  const answer = Promise.withResolvers<unknown>();
  const server = fakeServer({ ...pairs, [DECIDE]: () => answer.promise });
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  const confirm = page.getByRole("button", { name: "Confirm for Mira" });
  await userEvent.click(confirm);
  await expect.element(confirm).toBeDisabled();
  answer.resolve(accepted(PAIR));
  await expect.element(confirm).toBeEnabled();
  expect(server.of(DECIDE)).toHaveLength(1);
});

test("somebody who may not decide sees who is credited, and no button", async () => {
  fakeServer(pairs);
  await show("/duplicates", <DuplicatesScreen viewer={AUDITOR} />);
  await expect.element(page.getByText(/the earlier referrer/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: /for Mira/ })).not.toBeInTheDocument();
});

test("the later one is closed as a duplicate, so that nobody calls the same person again", async () => {
  const declined = { ...PAIR.later.progress, stage: "declined" };
  const decided = { ...PAIR, later: { ...PAIR.later, progress: declined } };
  let isClosed = false;
  const server = fakeServer({
    "GET /duplicates": () => ({ pairs: [isClosed ? decided : PAIR], next: null }),
    "POST /referrals/nMira/commands": () => {
      isClosed = true;
      return accepted(decided.later);
    },
  });
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  const close = page.getByRole("button", { name: "Close the later one of Mira" });
  await userEvent.click(close);
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByLabelText("Reason")).toHaveValue("duplicate");
  await userEvent.click(dialog.getByRole("button", { name: "Close it" }));
  await expect.element(close).not.toBeInTheDocument();
  expect(server.of("POST /referrals/nMira/commands").map(({ value }) => value)).toEqual([
    { version: 2, command: { kind: "decline", reason: "duplicate", note: "" } },
  ]);
});

const MANY = "POST /duplicates/decisions";
const COMMANDS = "POST /referrals/commands";

const pairOf = (name: string, version: number) => ({
  ...PAIR,
  earlier: referral("Meera", { version }),
  later: referral(name, { version: 2 }),
});

/** Three pairs with the first referral in common; the one of Yusuf is refused. */
function several() {
  let names = ["Mira", "Yusuf", "Asha"];
  return fakeServer({
    "GET /duplicates": () => ({ pairs: names.map((name) => pairOf(name, 3)), next: null }),
    [MANY]: ({ value }) => {
      const { decisions } = value as { decisions: { later: { key: string } }[] };
      names = ["Yusuf"];
      return accepted(
        decisions.map(({ later: { key } }, place) => {
          if (key === "nYusuf")
            return { outcome: "refused", codes: ["own-referral"], hints: ["It is your own."] };
          const pair = pairOf(key.slice(1), 4 + place);
          return { outcome: "done", pair, events: [`later ${key}`, `earlier ${key}`] };
        }),
      );
    },
    [COMMANDS]: ({ value }) => {
      const { commands } = value as { commands: { key: string; version: number }[] };
      return accepted(
        commands.map(({ key, version }) => ({
          outcome: "done",
          referral: referral(key.slice(1), { version: version + 1 }),
          event: `again ${key}`,
        })),
      );
    },
  });
}

test("several pairs are confirmed at once, each by itself, and taken back by one undo", async () => {
  const server = several();
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("checkbox", { name: "Select all 3 shown" }));
  await userEvent.click(page.getByRole("checkbox", { name: "Select Asha" }));
  await expect.element(page.getByText("2 pairs selected")).toBeVisible();
  await userEvent.click(page.getByRole("checkbox", { name: "Select Asha" }));
  await userEvent.click(page.getByRole("button", { name: "Confirm selected" }));

  await expect.element(page.getByText("2 changed, 1 refused.")).toBeVisible();
  await expect.element(page.getByText("Yusuf: It is your own.")).toBeVisible();
  const sent = server.of(MANY).map(({ value }) => value)[0] as { decisions: unknown[] };
  const earlier = { key: "nMeera", version: 3 };
  const later = { key: "nMira", version: 2 };
  expect(sent.decisions[0]).toEqual({ earlier, later, credited: "earlier", note: "Confirmed." });
  expect(sent.decisions).toHaveLength(3);
  // Its buttons have gone with the pairs.
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain("2 changed"));

  await userEvent.click(page.getByRole("button", { name: "Undo" }));
  await expect.element(page.getByText("2 undone, 1 refused.")).toBeVisible();
  const [undone] = server.of(COMMANDS).map(({ value }) => value) as {
    commands: { key: string; version: number; command: { target: string } }[];
  }[];
  expect(
    undone?.commands.map(({ key, version, command }) => [key, version, command.target]),
  ).toEqual([
    ["nMira", 2, "later nMira"],
    // The earlier one is in both pairs, and each of these makes another version of it.
    ["nMeera", 6, "earlier nMira"],
    ["nAsha", 2, "later nAsha"],
    ["nMeera", 7, "earlier nAsha"],
  ]);
});

test("one choice is made for several pairs, with one note", async () => {
  const server = several();
  await show("/duplicates", <DuplicatesScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("checkbox", { name: "Select Mira" }));
  await userEvent.click(page.getByRole("checkbox", { name: "Select Asha" }));
  await userEvent.click(page.getByRole("button", { name: "Choose for selected…" }));
  const dialog = page.getByRole("dialog", { name: "Who gets the points: 2 pairs" });
  await userEvent.selectOptions(dialog.getByLabelText("Points go to"), "later");
  await userEvent.fill(dialog.getByRole("textbox", { name: "Note" }), "They met");
  await userEvent.click(dialog.getByRole("button", { name: "Decide" }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText("2 changed.")).toBeVisible();
  const [decided] = server.of(MANY).map(({ value }) => value) as { decisions: object[] }[];
  expect(decided?.decisions).toHaveLength(2);
  for (const decision of decided?.decisions ?? [])
    expect(decision).toMatchObject({ credited: "later", note: "They met" });
  await vi.waitFor(() => expect(document.activeElement?.textContent).toContain("2 changed"));
});
