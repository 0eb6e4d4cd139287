/** The table of referrals: selecting, and commands for the selection. */
import { HOSTED_WORDS } from "@bindings/staff-words";
import { Route, Routes } from "react-router-dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { CONSOLE_LIMITS } from "@bindings/staff";
import BoardScreen from "@/console/board/board-screen";
import { KeyHelp, useKeys } from "@/console/keys";
import { COMMANDS } from "@/console/referral/commands";
import { SecondFactorDialog } from "@/console/second-factor";
import {
  addFilter,
  AUDITOR,
  fakeServer,
  listOf,
  OWNER,
  referral,
  show,
} from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import ReferralsScreen from "./referrals-screen";

const LIST = "POST /referrals/search";
const MANY = "POST /referrals/commands";

const isSelected = (name: string) => page.getByRole("checkbox", { name: `Select ${name}` });

/** Somebody else was faster. */
const STALE = {
  outcome: "refused",
  codes: ["referral-stale"],
  hints: [HOSTED_WORDS["referral-stale"].hint],
};

async function open(answers: Parameters<typeof fakeServer>[0] = {}) {
  const server = fakeServer({
    [LIST]: () => listOf("Meera", "Yusuf", "Joseph", "Fatima"),
    "GET /session": () => OWNER,
    "GET /second-factors": () => ({
      totp: true,
      passkeys: [],
      takesPasskeys: false,
      totpRemovable: true,
      recoveryCodes: 9,
    }),
    ...answers,
  });
  await show(
    "/referrals",
    <>
      <ReferralsScreen viewer={OWNER} />
      <SecondFactorDialog />
    </>,
  );
  await expect.element(isSelected("Meera")).toBeVisible();
  return server;
}

/** Declines all selected referrals, without a note. */
async function decline() {
  await userEvent.click(page.getByRole("button", { name: "Close: we cannot help…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.selectOptions(dialog.getByLabelText("Reason"), "not-interested");
  await userEvent.click(dialog.getByRole("button", { name: "Close it" }));
}

test("j, k and x select with the keyboard, and Shift x selects a range", async () => {
  await open();
  await userEvent.keyboard("jx");
  await expect.element(isSelected("Meera")).toBeChecked();
  await userEvent.keyboard("jjk");
  await expect.element(isSelected("Yusuf")).not.toBeChecked();
  await userEvent.keyboard("x");
  await expect.element(page.getByText("2 referrals selected")).toBeVisible();
  await userEvent.keyboard("jjX");
  await expect.element(page.getByText("4 referrals selected")).toBeVisible();
});

test.each([1200, 360])(
  "at a width of %i, no row moves when the first one is ticked",
  async (width) => {
    onTestFinished(() => page.viewport(800, 700));
    await page.viewport(width, 700);
    await open();
    const top = () => isSelected("Yusuf").element().getBoundingClientRect().top;
    const before = top();
    await userEvent.click(isSelected("Yusuf"));
    await expect.element(page.getByText("1 referral selected")).toBeVisible();
    expect(top()).toBe(before);
    const { right } = page
      .getByRole("group", { name: "Selected referrals" })
      .element()
      .getBoundingClientRect();
    expect(right).toBeLessThanOrEqual(width);
  },
);

const BATCH_KINDS = new Set(["assign", "move", "decline", "points"]);

test("while some are selected, the keys of the commands are for them", async () => {
  const single = vi.fn<() => void>();
  function Single() {
    useKeys({ m: ["Move…", single], t: ["Correct the number", single] });
    return null;
  }
  fakeServer({ [LIST]: () => listOf("Meera", "Yusuf"), "GET /session": () => OWNER });
  await show(
    "/referrals",
    <>
      <ReferralsScreen viewer={OWNER} />
      <Single />
      <KeyHelp />
    </>,
  );
  await userEvent.click(page.getByRole("checkbox", { name: "Select all rows" }));
  const move = page.getByRole("button", { name: "Move…" });
  await expect.element(move).toHaveAttribute("aria-keyshortcuts", "m");
  await userEvent.keyboard("m");
  await expect.element(page.getByRole("dialog", { name: "Move: 2 referrals" })).toBeVisible();
  await userEvent.keyboard("{Escape}t");
  expect(single).toHaveBeenCalledOnce();
  await userEvent.keyboard("?");
  await expect.element(page.getByRole("dialog").getByText("Selected: move…")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  const buttons = page.getByRole("group", { name: "Selected referrals" }).getByRole("button");
  const letters = buttons.elements().map((button) => button.getAttribute("aria-keyshortcuts"));
  // They are those of one referral, and n for a note.
  const onOne = COMMANDS.filter(({ kind }) => BATCH_KINDS.has(kind)).map(({ letter }) => letter);
  expect(letters.filter(Boolean).toSorted()).toEqual([...onOne, "n"].toSorted());
  await userEvent.click(page.getByRole("button", { name: "Clear" }));
  await userEvent.keyboard("m");
  expect(single).toHaveBeenCalledTimes(2);
});

/** What the live region of the list says: the output without a name. */
const said = (text: string) => page.getByRole("status").getByText(text, { exact: true });

test("what a filter has left is said once it is there, and so is the row that j leads to", async () => {
  const answer = Promise.withResolvers<void>();
  await open({
    [LIST]: async ({ value }) => {
      if (!(value as { stage?: string }).stage) return listOf("Meera", "Yusuf");
      await answer.promise;
      return listOf("Yusuf");
    },
    "POST /referrals/counts": ({ value }) => ({
      stages: { received: (value as { stage?: string }).stage ? 1 : 2 },
    }),
  });
  await expect.element(page.getByText("2 of 2 shown.")).toBeVisible();
  await expect.element(said("2 of 2 shown.")).not.toBeInTheDocument();
  await userEvent.keyboard("jj");
  await expect.element(said("Yusuf, Received")).toBeInTheDocument();
  await addFilter("Stage", "Received");
  answer.resolve();
  await expect.element(said("1 of 1 shown.")).toBeInTheDocument();
  // Then it stands only where everybody reads it.
  await expect.element(said("1 of 1 shown.")).not.toBeInTheDocument();
  await expect.element(page.getByText("1 of 1 shown.")).toBeVisible();
});

test("the person whom j brings beside the list is said", async () => {
  onTestFinished(() => page.viewport(800, 700));
  await page.viewport(1200, 700);
  fakeServer({ [LIST]: () => listOf("Meera", "Yusuf") });
  const screen = <ReferralsScreen viewer={OWNER} pane={<p>Beside</p>} />;
  await show(
    "/referrals/nMeera",
    <Routes>
      <Route path="/referrals/:key?" element={screen} />
    </Routes>,
  );
  await expect.element(isSelected("Meera")).toBeVisible();
  await userEvent.keyboard("j");
  await expect.element(said("Yusuf, Received")).toBeInTheDocument();
});

test("a batch names what was refused and why, and the rest can be undone at once", async () => {
  const server = await open({
    [MANY]: ({ value }) => {
      const { commands } = value as { commands: { key: string }[] };
      return accepted(
        commands.map(({ key }) =>
          key === "nYusuf"
            ? STALE
            : {
                outcome: "done",
                referral: referral(key.slice(1), { version: 2 }),
                event: `e${key}`,
              },
        ),
      );
    },
  });
  for (const name of ["Meera", "Yusuf", "Joseph"]) await userEvent.click(isSelected(name));
  await decline();
  await expect.element(page.getByText("2 changed, 1 refused.")).toBeVisible();
  await expect.element(page.getByText(/^Yusuf: Someone else has changed/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Undo" }));
  await vi.waitFor(() => expect(server.of(MANY)).toHaveLength(2));
  expect(server.of(MANY)[1]?.value).toEqual({
    commands: [
      { key: "nMeera", version: 2, command: { kind: "undo", target: "enMeera", note: "" } },
      { key: "nJoseph", version: 2, command: { kind: "undo", target: "enJoseph", note: "" } },
    ],
  });
});

/** Each batch succeeds but for what `refuses` names by its number and key. */
function batches(refuses: (round: number, key: string) => boolean) {
  let round = 0;
  return ({ value }: { value: unknown }) => {
    round += 1;
    const { commands } = value as { commands: { key: string }[] };
    return accepted(
      commands.map(({ key }) =>
        refuses(round, key)
          ? STALE
          : {
              outcome: "done",
              referral: referral(key.slice(1), { version: 1 + round }),
              event: `e${round}${key}`,
            },
      ),
    );
  };
}

test("what a command has changed stays selected, also when it is not in the list any more", async () => {
  let names = ["Meera", "Yusuf"];
  const server = await open({
    [LIST]: () => listOf(...names),
    [MANY]: (request) => {
      names = ["Yusuf"];
      return batches(() => false)(request);
    },
  });
  await userEvent.click(page.getByRole("checkbox", { name: "Select all rows" }));
  await expect.element(page.getByText("2 referrals selected", { exact: true })).toBeVisible();
  for (const [note, version, keys] of [
    ["Asked for papers.", 1, ["nMeera", "nYusuf"]],
    ["They came.", 2, ["nYusuf", "nMeera"]],
  ] as const) {
    await userEvent.click(page.getByRole("button", { name: "Write a note…" }));
    await userEvent.fill(page.getByRole("dialog").getByRole("textbox", { name: "Note" }), note);
    await userEvent.click(page.getByRole("button", { name: "Save note" }));
    await expect
      .element(page.getByText("2 referrals selected, 1 no longer in this list"))
      .toBeVisible();
    const commands = keys.map((key) => ({ key, version, command: { kind: "note", note } }));
    await vi.waitFor(() => expect(server.of(MANY).at(-1)?.value).toEqual({ commands }));
  }
  await addFilter("Stage", "Contacted");
  await expect.element(page.getByText("1 referral selected", { exact: true })).toBeVisible();
});

test("all that match are selected, up to as many as may be changed at once", async () => {
  fakeServer({
    [LIST]: ({ value }: { value: unknown }) => {
      const from = Number((value as { after?: string }).after ?? 0);
      const some = Array.from({ length: 50 }, (_, place) => `Person ${from + place}`);
      return { ...listOf(...some), next: from + 50 < 300 ? String(from + 50) : null };
    },
    "POST /referrals/counts": () => ({ stages: { received: 300 } }),
  });
  await show("/referrals", <ReferralsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("checkbox", { name: "Select all rows" }));
  await expect.element(page.getByText("50 referrals selected")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Select the first 250 of 300" }));
  await expect.element(page.getByText("250 referrals selected")).toBeVisible();
  await expect
    .element(page.getByRole("button", { name: /^Select the first/ }))
    .not.toBeInTheDocument();
});

test("what is done of a batch that fails in the middle is not sent again", async () => {
  let fails = true;
  const names = Array.from({ length: 150 }, (_, place) => `Person ${place}`);
  const server = await open({
    [LIST]: () => listOf("Meera", ...names),
    [MANY]: (request) => {
      const { commands } = request.value as { commands: { key: string }[] };
      const isSecond = commands.length < CONSOLE_LIMITS.commandsAtOnce;
      return isSecond && fails ? refusal(400, "bad-request") : batches(() => false)(request);
    },
  });
  await userEvent.click(page.getByRole("checkbox", { name: "Select all rows" }));
  await decline();
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText(/\b51 referrals/)).toBeVisible();
  fails = false;
  await userEvent.click(dialog.getByRole("button", { name: "Close it" }));
  await expect.element(page.getByText("151 changed.")).toBeVisible();
  const keys = server
    .of(MANY)
    .map(({ value }) => (value as { commands: { key: string }[] }).commands[0]?.key);
  expect(keys).toEqual(["nMeera", "nPerson 99", "nPerson 99"]);
});

test("after a batch was undone, the banner says what is true now", async () => {
  const server = await open({
    [MANY]: batches((round, key) => round === 2 && key === "nJoseph"),
  });
  for (const name of ["Meera", "Yusuf", "Joseph"]) await userEvent.click(isSelected(name));
  await decline();
  await expect.element(page.getByText("3 changed.")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Undo" }));
  await expect.element(page.getByText("1 still changed, 2 undone, 1 refused.")).toBeVisible();
  await expect.element(page.getByText(/^Joseph: Someone else has changed/)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Redo" }));
  await expect.element(page.getByText("3 changed.")).toBeVisible();
  const targets = server
    .of(MANY)
    .map(({ value }) =>
      (value as { commands: { command: { target?: string } }[] }).commands.map(
        ({ command }) => command.target,
      ),
    );
  expect(targets.slice(1)).toEqual([
    ["e1nMeera", "e1nYusuf", "e1nJoseph"],
    ["e2nMeera", "e2nYusuf"],
  ]);
});

test("the banner of a batch says when somebody else has gone on", async () => {
  let version = 1;
  await open({
    [LIST]: () => ({ referrals: [referral("Meera", { version })], next: null }),
    [MANY]: (request) => {
      version = 5;
      return batches(() => false)(request);
    },
  });
  await userEvent.click(isSelected("Meera"));
  await decline();
  await expect
    .element(page.getByText("1 changed, 1 changed by somebody else since."))
    .toBeVisible();
});

test("the selection is exported with the visible columns", async () => {
  await open();
  const saved: Blob[] = [];
  vi.spyOn(URL, "createObjectURL").mockImplementation((file) => {
    saved.push(file as Blob);
    return "#saved";
  });
  await userEvent.click(page.getByText("Columns", { exact: true }));
  await userEvent.click(page.getByRole("checkbox", { name: "Phone" }));
  for (const name of ["Meera", "Joseph"]) await userEvent.click(isSelected(name));
  await userEvent.click(page.getByRole("button", { name: "Export as CSV" }));
  await vi.waitFor(() => expect(saved).toHaveLength(1));
  const [head, ...rows] = ((await saved[0]?.text()) ?? "").trim().split("\r\n");
  expect(head).toContain('"Person","Service","Stage"');
  expect(rows.map((row) => row.split(",").slice(0, 3).join(","))).toEqual([
    '"Meera","Training","Received"',
    '"Joseph","Training","Received"',
  ]);
});

test("somebody who may only read referrals can export them, and nothing else", async () => {
  fakeServer({ [LIST]: () => listOf("Meera") });
  await show("/referrals", <ReferralsScreen viewer={AUDITOR} />);
  await userEvent.click(isSelected("Meera"));
  await expect.element(page.getByRole("button", { name: "Export as CSV" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Close: / })).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Add filter" }));
  await expect.element(page.getByRole("button", { name: "Stage" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Flag" })).not.toBeInTheDocument();
});

test("a list is filtered to possible duplicates, in the address and on the server", async () => {
  const server = await open();
  await addFilter("Flag", "Possible duplicates");
  await expect
    .element(page.getByRole("status", { name: "Address" }))
    .toMatchTextContent("/referrals?flag=duplicate");
  await vi.waitFor(() => expect(server.of(LIST).at(-1)?.value).toEqual({ flag: "duplicate" }));
});

test("a refused batch leaves the dialog open with the typed text", async () => {
  await open({ [MANY]: () => refusal(422, "note-missing", "note", "Please say why.") });
  await userEvent.click(isSelected("Meera"));
  await decline();
  const note = page.getByRole("dialog").getByRole("textbox", { name: "Note" });
  await expect.element(note).toHaveAccessibleDescription(/Please say why\./);
  await expect.element(page.getByLabelText("Reason")).toHaveValue("not-interested");
});

test("an expired second factor is asked for in place, and the action then continues", async () => {
  let given = false;
  const server = await open({
    [MANY]: () => (given ? accepted([]) : refusal(403, "second-factor-stale")),
    "POST /session/second-factor": () => {
      given = true;
      return accepted(OWNER);
    },
  });
  await userEvent.click(isSelected("Meera"));
  await decline();
  const again = page.getByRole("dialog", { name: "Confirm it is still you" });
  await userEvent.fill(again.getByLabelText("Authenticator code"), "123456");
  await userEvent.click(again.getByRole("button", { name: "Confirm" }));
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.of(MANY)).toHaveLength(2);
});

test("a failure keeps the rows, and “no matches” differs from “none yet”", async () => {
  let names: string[] | undefined = ["Meera"];
  fakeServer({ [LIST]: () => (names ? listOf(...names) : refusal(400, "bad-request")) });
  await show("/referrals", <ReferralsScreen viewer={OWNER} />);
  await expect.element(isSelected("Meera")).toBeVisible();
  names = undefined;
  await addFilter("Stage", "Contacted");
  await expect.element(page.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.element(isSelected("Meera")).toBeVisible();
  names = [];
  await userEvent.click(page.getByRole("button", { name: "Try again" }));
  await expect.element(page.getByText(/^No referral matches/)).toBeVisible();
});

test("a list and a board of a team that nobody is in any more say so", async () => {
  fakeServer({ [LIST]: () => listOf() });
  const first = await show("/referrals?team=Mumbai", <ReferralsScreen viewer={OWNER} />);
  const nobodys = "Nobody is in the team Mumbai now. Change or clear the filter.";
  await expect.element(page.getByRole("paragraph").filter({ hasText: nobodys })).toBeVisible();
  await first.unmount();
  await show("/board?team=Mumbai", <BoardScreen viewer={OWNER} />);
  await expect.element(page.getByText(nobodys)).toBeVisible();
});

test("an empty list says so", async () => {
  fakeServer({ [LIST]: () => listOf() });
  await show("/referrals", <ReferralsScreen viewer={OWNER} />);
  await expect.element(page.getByText(/^No referrals yet/)).toBeVisible();
});

const print = (media: string) => cdp().send("Emulation.setEmulatedMedia", { media });

test("every row is printed, not only those on the screen", async () => {
  const names = Array.from({ length: 60 }, (_, place) => `Person ${place}`);
  fakeServer({ [LIST]: () => listOf(...names) });
  await show("/referrals", <ReferralsScreen viewer={OWNER} />);
  await expect.element(isSelected("Person 0")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Person 59" })).not.toBeInTheDocument();
  onTestFinished(() => print("").then(() => undefined));
  await print("print");
  await expect.element(page.getByRole("link", { name: "Person 59" })).toBeVisible();
});
