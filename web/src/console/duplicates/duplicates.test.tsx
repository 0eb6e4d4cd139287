/** The duplicates screen: a pair is decided in one request, by those who may. */
import { afterEach, expect, test, vi } from "vitest";
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

afterEach(() => vi.unstubAllGlobals());

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
