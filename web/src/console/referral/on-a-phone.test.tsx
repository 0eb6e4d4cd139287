/** The referral screen under a thumb: what a day of calls on a phone needs of it. */
import type { HostedReferral, TimelineEntry } from "@bindings";
import { Link, Route, Routes } from "react-router-dom";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, referral, show } from "@/console/testing/fake-console";
import { touch } from "@/console/testing/touch";
import { accepted, problem } from "@/testing/server/answers";
import type { Answer } from "@/testing/server/fake-server";
import ReferralScreen from "./referral-screen";

const COMMAND = "POST /referrals/nMeera/commands";
const WRONG = "They said that this number is wrong.";

beforeEach(async () => {
  sessionStorage.clear();
  await page.viewport(390, 844);
  touch();
});

afterEach(async () => {
  await page.viewport(1000, 700);
});

const event = (kind: string, more: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id: kind,
  at: 1_763_690_000_000,
  by: { kind: "staff", staff: "s1", shown: "Asha" },
  kind,
  undone: false,
  canUndo: true,
  ...more,
});

type Case = {
  timeline?: readonly TimelineEntry[];
  progress?: Partial<HostedReferral["progress"]>;
  answer?: Answer;
};

async function open({ timeline = [], progress, answer }: Case = {}) {
  const one = referral("Meera");
  const shown = { ...one, progress: { ...one.progress, ...progress } };
  const server = fakeServer({
    "GET /referrals/nMeera": () => ({
      referral: shown,
      submitted: shown.referral,
      timeline,
      possible: ["correct", "call", "note", "move", "undo"],
    }),
    [COMMAND]: answer ?? (() => accepted(shown)),
  });
  await show(
    "/referrals/nMeera",
    <>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/referrals/nMeera">Again</Link>
      <Routes>
        <Route path="/elsewhere" element={null} />
        <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
      </Routes>
    </>,
  );
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  return server;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });

test("after a wrong number, it says so beside the number, which can be corrected there", async () => {
  await open({ timeline: [event("called", { outcome: "wrong-number" })] });
  await expect.element(page.getByText(WRONG)).toBeVisible();
  await userEvent.click(button("Correct it"));
  const field = page.getByLabelText("Phone, corrected");
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveAttribute("inputmode", "tel");
  // The first key does not wipe it.
  await userEvent.keyboard("7");
  await expect.element(field).toHaveValue("974555510007");
});

test.each([
  ["it was corrected", [event("corrected", { field: "referredPhone", text: "1" })]],
  ["somebody was reached", [event("called", { id: "later", outcome: "reached" })]],
])("a wrong number is forgotten once %s", async (_, later) => {
  await open({ timeline: [event("called", { outcome: "wrong-number" }), ...later] });
  await expect.element(page.getByText(WRONG)).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Call" })).not.toHaveAttribute("data-quiet");
});

test("calling is not the main action of what is closed", async () => {
  await open({ progress: { stage: "declined" } });
  await expect.element(page.getByRole("link", { name: "Call" })).toHaveAttribute("data-quiet");
});

test("the outcomes stay until one is saved, and say meanwhile that it is", async () => {
  const answer = Promise.withResolvers<unknown>();
  const server = await open({ answer: () => problem(503, []) });
  await userEvent.click(button("Outcome"));
  await userEvent.click(page.getByRole("button", { name: /^No answer/ }));
  await expect.element(page.getByRole("button", { name: /^No answer/ })).toBeEnabled();
  server.instead.set(COMMAND, () => answer.promise);
  await userEvent.click(page.getByRole("button", { name: /^No answer/ }));
  await expect.element(button("Saving…")).toBeVisible();
  answer.resolve(accepted(referral("Meera")));
  await expect.element(page.getByRole("button", { name: /^No answer/ })).not.toBeInTheDocument();
});

test("Enter begins the next line of a note, and the button saves it", async () => {
  const server = await open();
  const note = page.getByLabelText("Write a note");
  await userEvent.click(note);
  await userEvent.keyboard("One{Enter}Two");
  await expect.element(note).toHaveValue("One\nTwo");
  await expect.element(page.getByText(/Enter sends/)).not.toBeInTheDocument();
  await userEvent.click(button("Save note"));
  await expect.poll(() => server.of(COMMAND)).toHaveLength(1);
});

test("a note that may be left out does not bring up the keyboard, and Back does not lose it", async () => {
  await open({ timeline: [event("called", { outcome: "reached" })] });
  const undo = page.getByRole("dialog", { name: /^Undo/ });
  await userEvent.click(button("Undo…"));
  await expect.element(undo).toHaveFocus();
  await userEvent.fill(undo.getByLabelText("Note"), "It was another person");
  // As Back does where the browser does not close the dialog itself.
  document.querySelector<HTMLElement>("[href='/elsewhere']")?.click();
  await expect.element(undo).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("link", { name: "Again" }));
  await userEvent.click(button("Undo…"));
  await expect.element(undo.getByLabelText("Note")).toHaveValue("It was another person");
  await userEvent.click(undo.getByRole("button", { name: "Cancel" }));
  await userEvent.click(button("Undo…"));
  await expect.element(undo.getByLabelText("Note")).toHaveValue("");
});

test("while a referral is fetched, it says so", async () => {
  fakeServer({ "GET /referrals/nMeera": () => Promise.withResolvers<unknown>().promise });
  await show(
    "/referrals/nMeera",
    <Routes>
      <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
    </Routes>,
  );
  await expect.element(page.getByText("Loading…")).toBeVisible();
});
