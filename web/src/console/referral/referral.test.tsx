/** The referral screen: what the address contains, and what the dialogs ask for. */
import type { HostedReferral, Task } from "@bindings";
import { Route, Routes } from "react-router-dom";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, NO_REWARDS, OWNER, referral, show } from "@/console/testing/fake-console";
import { REJECTIONS } from "@bindings";
import { STAFF_REJECTIONS } from "@bindings/staff-words";
import { accepted, problem } from "@/testing/server/answers";
import type { Answer } from "@/testing/server/fake-server";
import { queries } from "@/console/server";
import { dialled } from "./head";
import ReferralScreen from "./referral-screen";

const COMMAND = "POST /referrals/nMeera/commands";

const CHECK = "POST /referrals/check-number";

type More = Partial<HostedReferral["progress"]> & { task?: Task };

function open(stage: string, path = "/referrals/nMeera", more: More = {}, answer?: Answer) {
  const { task = more.next, ...shownProgress } = more;
  const progress = {
    stage,
    open: "contacted",
    since: 1_763_690_000_000,
    publicStage: "Received",
    sentence: "",
    ...shownProgress,
  };
  const shown = referral("Meera", { progress } as Parameters<typeof referral>[1]);
  const server = fakeServer({
    "GET /referrals/nMeera": () => ({
      referral: shown,
      submitted: shown.referral,
      timeline: [],
      task,
      possible: [
        "points",
        "assign",
        "correct",
        "call",
        "schedule",
        "note",
        "decline",
        "finish",
        "move",
      ],
    }),
    // As the server knows numbers: only this one is possible.
    [CHECK]: ({ value }) => ({ clear: (value as { text: string }).text === "+971 50 123 4567" }),
    [COMMAND]: answer ?? (() => accepted(shown)),
  });
  const screen = (
    <Routes>
      <Route path="/referrals/:key" element={<ReferralScreen viewer={OWNER} />} />
    </Routes>
  );
  return show(path, screen).then(() => server);
}

async function savePoints(points: string) {
  await userEvent.keyboard("p");
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Points"), points);
  await userEvent.click(dialog.getByRole("button", { name: "Save points" }));
  return dialog;
}

test("points on a declined referral are saved only after a confirmation", async () => {
  const server = await open("declined");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  const dialog = await savePoints("20");
  await expect.element(dialog.getByText(/Tick this to make it Successful/)).toBeVisible();
  expect(server.of(COMMAND)).toHaveLength(0);
  await userEvent.click(dialog.getByLabelText("Make it Successful anyway"));
  await userEvent.click(dialog.getByRole("button", { name: "Save points" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(COMMAND)[0]?.value).toEqual({
    version: 1,
    command: { kind: "points", points: "20", note: "" },
  });
});

test.each(["contacted", "successful"])(
  "points on a %s referral are saved without a confirmation",
  async (stage) => {
    const server = await open(stage);
    await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
    const dialog = await savePoints("20");
    await expect.element(dialog).not.toBeInTheDocument();
    expect(server.of(COMMAND)).toHaveLength(1);
  },
);

test("a key assigns an unassigned referral, and another goes back to the list", async () => {
  const server = await open("contacted");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("e");
  await vi.waitFor(() => expect(server.of(COMMAND)).toHaveLength(1));
  expect(server.of(COMMAND)[0]?.value).toEqual({
    version: 1,
    command: { kind: "assign", staff: "s1" },
  });
  await userEvent.keyboard("b");
  await expect
    .element(page.getByRole("status", { name: "Address" }))
    .toMatchTextContent(/^\/referrals$/);
});

test("a number is corrected where it stands, and an impossible one only on a second try", async () => {
  const server = await open("contacted");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("t");
  const number = page.getByLabelText("Phone, corrected");
  await expect.element(number).toHaveFocus();
  await userEvent.fill(number, "12");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/“12” is not exactly one number/).last()).toBeVisible();
  // The second try is for that number, and not for the next one.
  await userEvent.fill(number, "+971 50 123 45");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(/“\+971 50 123 45” is not exactly/).last()).toBeVisible();
  expect(server.of(COMMAND)).toHaveLength(0);
  await userEvent.keyboard("{Enter}");
  await expect.element(number).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /Correct the phone/ })).toHaveFocus();
  expect(server.of(COMMAND)[0]?.value).toMatchObject({
    command: { kind: "correct", text: "+971 50 123 45", note: "They told us." },
  });
});

test("a refused correction says why beside the field and keeps what was typed", async () => {
  await open("contacted", undefined, {}, () => problem(422, ["referred-name-missing"]));
  await userEvent.click(page.getByRole("button", { name: /Correct the name/ }));
  const name = page.getByLabelText("Name, corrected");
  await userEvent.fill(name, " ");
  await userEvent.keyboard("{Enter}");
  await expect.element(name).toHaveAccessibleDescription(REJECTIONS["referred-name-missing"].hint);
  await expect.element(name).toHaveValue(" ");
  await userEvent.keyboard("{Escape}");
  await expect.element(name).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /Correct the name/ })).toHaveFocus();
});

test("a stage is chosen with its key, and a closed one asks for more", async () => {
  const server = await open("received");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("m");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByRole("button", { name: "Contacted" })).toHaveFocus();
  await userEvent.keyboard("6");
  await expect.element(dialog.getByLabelText("Reason")).toHaveFocus();
  await userEvent.selectOptions(dialog.getByLabelText("Reason"), "No opening");
  await expect
    .element(dialog.getByText("The referrer will read: “We have nothing suitable at the moment.”"))
    .toBeVisible();
  await userEvent.keyboard("{Escape}m3");
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(COMMAND).map(({ value }) => value)).toMatchObject([
    { command: { kind: "move", stage: "qualified" } },
  ]);
});

test("the digit that chooses a stage is not typed into what its dialog asks for", async () => {
  await open("contacted");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("m7");
  const note = page.getByRole("dialog").getByRole("textbox");
  await expect.element(note).toHaveFocus();
  await expect.element(note).toHaveValue("");
});

test("points that somebody proposed are shown, and confirmed by saving them", async () => {
  const proposed = { points: 500, staff: "s7", imported: false };
  const server = await open("contacted", undefined, { proposed });
  await expect.element(page.getByText(/500 proposed/)).toBeVisible();
  await userEvent.keyboard("p");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/proposed 500 points/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Points")).toHaveValue("500");
  await userEvent.click(dialog.getByRole("button", { name: "Save points" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(COMMAND)[0]?.value).toMatchObject({ command: { points: "500" } });
});

test("one key says how a call went, and another asks when to call again", async () => {
  const server = await open("received");
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("2");
  await vi.waitFor(() => expect(server.of(COMMAND)).toHaveLength(1));
  expect(server.of(COMMAND)[0]?.value).toMatchObject({
    command: { kind: "call", outcome: "no-answer" },
  });
  await expect.element(page.getByText(/Press u to undo it/).first()).toBeVisible();
  await userEvent.keyboard("4");
  const due = page.getByLabelText("Call again", { exact: true }).last();
  await expect.element(due).toHaveFocus();
  await userEvent.keyboard("some day{Enter}");
  await expect.element(page.getByText(/^Say when, such as/)).toBeVisible();
  await expect.element(due).toHaveValue("some day");
  expect(server.of(COMMAND)).toHaveLength(1);
  await userEvent.fill(due, "tomorrow 10");
  await expect.element(page.getByText(/day.* at 10:00$/)).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(server.of(COMMAND)).toHaveLength(2));
  await expect.element(due).toHaveValue("");
  // The keys are keys again.
  await expect.element(due).not.toHaveFocus();
  await userEvent.keyboard("n");
  await expect.element(page.getByLabelText("Write a note")).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByLabelText("Write a note")).not.toHaveFocus();
  const tomorrow = new Date();
  tomorrow.setDate(tomorrow.getDate() + 1);
  const next = { kind: "call", due: tomorrow.setHours(10, 0, 0, 0), staff: "" };
  const command = { kind: "call", outcome: "call-again", next, note: "" };
  expect(server.of(COMMAND)[1]?.value).toMatchObject({ command });
});

test("the third call that nobody answered proposes to close it", async () => {
  await open("received", undefined, { unanswered: 3 });
  await expect.element(page.getByText("Nobody answered 3 times.")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Close: no answer…" }));
  await expect.element(page.getByRole("dialog").getByLabelText("Reason")).toHaveValue("no-answer");
});

test("the number is a link that calls it, and a masked one is not", async () => {
  await open("received");
  const call = page.getByRole("link", { name: "+974 5555 1000" });
  await expect.element(call).toHaveAttribute("href", "tel:+97455551000");
  const whatsApp = page.getByRole("link", { name: /WhatsApp/ });
  await expect.element(whatsApp).toHaveAttribute("href", "https://wa.me/97455551000");
  expect(dialled({ referredShown: "+974 •••• 1000" })).toBeUndefined();
  expect(dialled({ referredShown: "55551000 or ask Ravi" })).toBeUndefined();
});

test("a number that is not exactly one cannot be called, and it says why", async () => {
  const server = await open("received");
  await expect.element(page.getByRole("link", { name: "+974 5555 1000" })).toBeVisible();
  const unclear = { referredShown: "+971 50 123 45", numberUnclear: true };
  const shown = referral("Meera", unclear);
  server.instead.set("GET /referrals/nMeera", () => ({
    referral: shown,
    submitted: shown.referral,
    timeline: [],
    possible: ["call"],
  }));
  await queries.invalidateQueries();
  await expect.element(page.getByText("Not exactly one number: correct it first.")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /Call|WhatsApp|123 45/ }))
    .not.toBeInTheDocument();
});

test("a note is written where the history is, and survives a refusal and a reload", async () => {
  sessionStorage.clear();
  const server = await open("received", undefined, {}, () => problem(422, ["note-missing"]));
  await expect.element(page.getByRole("heading", { name: "Meera" })).toBeVisible();
  await userEvent.keyboard("n");
  const note = page.getByLabelText("Write a note");
  await expect.element(note).toHaveFocus();
  await userEvent.keyboard("Wants evenings{Enter}");
  await expect.element(page.getByText(STAFF_REJECTIONS["note-missing"].hint).last()).toBeVisible();
  await expect.element(note).toHaveValue("Wants evenings");
  expect(sessionStorage.getItem("consoleKept")).toContain("Wants evenings");
  expect(server.of(COMMAND)[0]?.value).toMatchObject({
    command: { kind: "note", note: "Wants evenings" },
  });
});

test("what is planned next and calls that nobody answered are shown", async () => {
  const next = { kind: "call", due: new Date(2096, 10, 26, 10).getTime(), staff: "" };
  await open("received", undefined, { next, unanswered: 2 });
  await expect.element(page.getByText(/Call by 26 Nov 2096, 10:00/)).toBeVisible();
  await expect.element(page.getByText("Nobody answered twice.")).toBeVisible();
});

test("what its stage asks for is next, which nobody has to plan or to say is done", async () => {
  const task = { kind: "call", due: new Date(2020, 10, 26, 10).getTime(), staff: "" } as const;
  await open("received", undefined, { task });
  await expect.element(page.getByText(/Call was due 26 Nov 2020, 10:00/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Done…" })).not.toBeInTheDocument();
});

test("an imported proposal of points is shown as nobody’s", async () => {
  await open("contacted", undefined, { proposed: { points: 500, imported: true } });
  await expect.element(page.getByText(/500 proposed in an imported file/)).toBeVisible();
  await userEvent.keyboard("p");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/An import brought a proposal of 500/)).toBeVisible();
});

test("an award opens with what the rulebook gives and why, and other points need a note", async () => {
  const server = await open("contacted", undefined, {}, ({ value }) => {
    const { points, note } = (value as { command: { points: string; note: string } }).command;
    if (points !== "397" && !note) return problem(422, ["note-missing"]);
    return accepted(referral("Meera"));
  });
  server.instead.set("GET /referrals/nMeera/rewards", () => ({
    ...NO_REWARDS,
    version: 3,
    suggested: 397,
    lines: [
      {
        rule: "hr",
        to: "referrer",
        points: 397,
        sentence: "HR Recruitment: 500 points for the referrer.",
        cuts: ["103 points less, because of the rule most."],
      },
    ],
  }));
  await userEvent.keyboard("p");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/^Rulebook 3 gives 397 points/)).toBeVisible();
  await expect.element(dialog.getByText(/500 points.*103 points less/)).toBeVisible();
  await expect.element(dialog.getByLabelText("Points")).toHaveValue("397");
  const note = dialog.getByLabelText(/^Note/);
  await userEvent.fill(dialog.getByLabelText("Points"), "500");
  await userEvent.click(dialog.getByRole("button", { name: "Save points" }));
  await expect.element(note).toHaveAccessibleDescription(/Add a note to say why/);
  await userEvent.fill(note, "Promised before the rule");
  await userEvent.click(dialog.getByRole("button", { name: "Save points" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of(COMMAND).at(-1)?.value).toMatchObject({
    command: { kind: "points", points: "500", note: "Promised before the rule" },
  });
});

test("the details say what was earned, until when it is on hold, and by which rulebook", async () => {
  const server = await open("successful");
  const until = Date.UTC(2027, 2, 30, 12);
  server.instead.set("GET /referrals/nMeera/rewards", () => ({
    ...NO_REWARDS,
    version: 3,
    referrer: { points: 500, available: 0, onHold: [{ until, points: 500 }] },
    referred: { points: 100, available: 100, onHold: [] },
  }));
  await queries.invalidateQueries();
  const details = page.getByRole("region", { name: "Details" });
  await expect
    .element(details.getByText(/500 points, 500 on hold until 30 Mar 2027/))
    .toBeVisible();
  await expect.element(details.getByText("The person who was referred: 100 points")).toBeVisible();
  await expect.element(details.getByText(/^By rulebook 3/)).toBeVisible();
});

test("another referral of the same person is shown to whoever awards, with a link to it", async () => {
  const server = await open("contacted");
  const rival = { key: "0000000000000007", isAwarded: false };
  server.instead.set("GET /referrals/nMeera/rewards", () => ({ ...NO_REWARDS, rival }));
  await queries.invalidateQueries();
  const details = page.getByRole("region", { name: "Details" });
  await expect.element(details.getByText(/^Another referral was submitted with/)).toBeVisible();
  const link = details.getByRole("link", { name: "The other referral" });
  await expect.element(link).toHaveAttribute("href", expect.stringMatching(/\/0000000000000007$/));
  await userEvent.keyboard("p");
  await expect
    .element(page.getByRole("dialog").getByText(/^Another referral was submitted with/))
    .toBeVisible();
});
