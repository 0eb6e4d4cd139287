/** The short way through new referrals with `c`, and taking it back with `u`. */
import type { CommandsRequest, ReferralCommand } from "@bindings";
import { HOSTED_WORDS, STAFF_REJECTIONS } from "@bindings/staff-words";
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, inboxOf, OWNER, referral, show } from "@/console/testing/fake-console";
import InboxScreen from "@/console/inbox/inbox-screen";
import { accepted } from "@/testing/server/answers";
import ReferralScreen from "./referral-screen";

const MANY = "POST /referrals/commands";
const NAMES = ["Meera", "Yusuf", "Joseph"];

type Refuses = (command: ReferralCommand) => "referral-stale" | "note-missing" | undefined;

/**
 * A server that does what it is told, and the referral of Meera, opened from the inbox. `delay` is awaited before it
 * answers what is asked of a referral.
 */
async function open(
  refuses: Refuses = () => undefined,
  delay: () => Promise<void> | undefined = () => undefined,
) {
  const now = new Map(NAMES.map((name) => [`n${name}`, referral(name)]));
  const timelines = new Map<string, object[]>();
  const details = NAMES.map((name) => [
    `GET /referrals/n${name}`,
    async () => {
      await delay();
      const shown = now.get(`n${name}`);
      const timeline = timelines.get(`n${name}`) ?? [earlierEvent(name)];
      const possible = ["move", "assign", "note"];
      return { referral: shown, submitted: shown?.referral, timeline, possible };
    },
  ]);
  const server = fakeServer({
    "GET /inbox": () => inboxOf([...now.values()]),
    "GET /session": () => OWNER,
    ...Object.fromEntries(details),
    [MANY]: ({ value }) => {
      const outcomes = (value as CommandsRequest).commands.map(({ key, version, command }) => {
        const before = now.get(key);
        const code = refuses(command);
        if (!before || version !== before.version || code) {
          const hint =
            code === "note-missing"
              ? STAFF_REJECTIONS[code].hint
              : HOSTED_WORDS["referral-stale"].hint;
          return { outcome: "refused", codes: [code ?? "referral-stale"], hints: [hint] };
        }
        const progress = { ...before.progress };
        if (command.kind === "move") progress.stage = command.stage;
        if (command.kind === "assign") progress.owner = command.staff;
        if (command.kind === "undo") {
          progress.stage = "received";
          delete progress.owner;
        }
        const after = { ...before, version: version + 1, progress };
        now.set(key, after);
        const event = {
          ...earlierEvent(key),
          id: `e${version}`,
          kind: "moved",
          stage: "contacted",
        };
        timelines.set(key, [...(timelines.get(key) ?? []), event]);
        return { outcome: "done", referral: after, event: `e${version}` };
      });
      return accepted(outcomes);
    },
    "POST /referrals/nYusuf/commands": () => accepted(now.get("nYusuf")),
  });
  await show(
    "/inbox",
    <Routes>
      <Route path="/inbox" element={<InboxScreen viewer={OWNER} />} />
      <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
    </Routes>,
  );
  await userEvent.click(page.getByRole("link", { name: "Meera" }));
  await expect.element(heading("Meera")).toBeVisible();
  return server;
}

const earlierEvent = (of: string) => ({
  id: `earlier-${of}`,
  at: 1_763_690_000_000,
  kind: "noted",
  by: { kind: "staff", shown: "Asha", staff: "s1" },
  canUndo: true,
  undone: false,
});

const heading = (name: string) => page.getByRole("heading", { name, exact: true });
const dialog = page.getByRole("dialog");
const toast = (text: RegExp) => page.getByText(text).first();

test("after c, u takes back all that it did to the person before, and shows them again", async () => {
  const server = await open();
  await userEvent.keyboard("c");
  await expect.element(heading("Yusuf")).toBeVisible();
  await expect
    .element(toast(/Contacted, and you are responsible\. Press u to undo it\./))
    .toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(heading("Meera")).toBeVisible();
  await expect.element(toast(/Undone\. Received again\./)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(MANY).map(({ value }) => value)).toEqual([
    {
      commands: [
        { key: "nMeera", version: 1, command: { kind: "move", stage: "contacted" } },
        { key: "nMeera", version: 2, command: { kind: "assign", staff: "s1" } },
      ],
    },
    {
      commands: [
        { key: "nMeera", version: 3, command: { kind: "undo", target: "e1", note: "" } },
        { key: "nMeera", version: 4, command: { kind: "undo", target: "e2", note: "" } },
      ],
    },
  ]);
  // It is undone once.
  await userEvent.keyboard("u");
  await expect.element(page.getByRole("dialog", { name: "Undo: Meera" })).toBeVisible();
});

test("who goes on or does something else undoes what is on the screen", async () => {
  const server = await open();
  await userEvent.keyboard("c");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(heading("Joseph")).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(page.getByRole("dialog", { name: "Undo: Joseph" })).toBeVisible();
  await userEvent.keyboard("{Escape}k");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("c");
  await expect.element(heading("Joseph")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("nAsked for papers.{Enter}");
  await vi.waitFor(() => expect(server.of("POST /referrals/nYusuf/commands")).toHaveLength(1));
  await expect.element(page.getByLabelText("Write a note")).toHaveValue("");
  await userEvent.keyboard("{Escape}u");
  await expect.element(page.getByRole("dialog", { name: "Undo: Yusuf" })).toBeVisible();
  expect(server.of(MANY)).toHaveLength(2);
});

test("undoing what is on the screen waits for its history", async () => {
  let isUndoing = false;
  let isAnswered = false;
  const server = await open(undefined, async () => {
    if (!isUndoing) return;
    await new Promise((later) => {
      setTimeout(later, 500);
    });
    isAnswered = true;
  });
  await userEvent.keyboard("c");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(heading("Meera")).toBeVisible();
  isUndoing = true;
  await userEvent.keyboard("u");
  await expect.element(toast(/Undone\. Received again\./)).toBeVisible();
  expect(server.of(MANY)).toHaveLength(2);
  expect(isAnswered).toBe(true);
});

test("what others have changed since is not undone, and it is said about whom", async () => {
  await open(({ kind }) => (kind === "undo" ? "referral-stale" : undefined));
  await userEvent.keyboard("c");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(toast(/Someone else has changed/)).toBeVisible();
  await expect
    .element(page.getByRole("region", { name: /^Notifications/ }).getByText("Meera"))
    .toBeVisible();
  await expect.element(heading("Yusuf")).toBeVisible();
});

test("if undoing needs a note, the dialog is for the person before", async () => {
  await open(({ kind }) => (kind === "undo" ? "note-missing" : undefined));
  await userEvent.keyboard("c");
  await expect.element(heading("Yusuf")).toBeVisible();
  await userEvent.keyboard("u");
  await expect.element(page.getByRole("dialog", { name: "Undo: Meera" })).toBeVisible();
});
