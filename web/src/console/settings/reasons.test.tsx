/** The reasons for declining, as an owner sets them and staff choose them. */
import type { DeclineReason, ProgrammeRequest, ProgrammeView } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refused } from "@/components/dialog/form-dialog";
import { CommandDialog } from "@/console/parts/command-dialog";
import { fakeServer, OWNER, PROGRAMME, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

const ABROAD: DeclineReason = {
  name: "moved-abroad",
  side: "person",
  label: "Moved abroad",
  sentence: "They have moved.",
  needsNote: true,
  offered: true,
  added: true,
};

/** What holds with these reasons. */
const holding = (reasons: readonly DeclineReason[]): ProgrammeView => ({
  ...PROGRAMME,
  settings: { ...PROGRAMME.settings, reasons: [...reasons] },
});

const { reasons: OWN } = PROGRAMME.settings;

/** The settings that were sent last. */
const sent = (server: ReturnType<typeof fakeServer>) =>
  (server.of("PUT /programme").at(-1)?.value as ProgrammeRequest | undefined)?.settings;

test("a reason is added, and the rule that refuses it is said beside its field", async () => {
  let holds = PROGRAMME;
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) => {
      const { settings } = value as ProgrammeRequest;
      const added = settings.reasons.at(-1);
      if (!added?.label) return refusal(422, "label-refused", "label", "Enter a label.");
      holds = holding([...OWN, { ...added, name: "moved-abroad" }]);
      return accepted(holds);
    },
  });
  await show("/settings?tab=reasons", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Add a reason…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect
    .element(dialog.getByLabelText("Label"))
    .toHaveAccessibleDescription(/Enter a label\./);
  await userEvent.fill(dialog.getByLabelText("Label"), "Moved abroad");
  await userEvent.fill(dialog.getByLabelText("Sentence"), "They have moved.");
  await userEvent.click(dialog.getByLabelText("A note is needed"));
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const table = page.getByRole("table", { name: "Reasons to decline" });
  await expect.element(table.getByRole("cell", { name: "Moved abroad" })).toBeVisible();
  expect(sent(server)).toEqual({
    ...PROGRAMME.settings,
    reasons: [...OWN, { ...ABROAD, name: "" }],
  });
});

test("any reason is switched off, and only what was added is changed", async () => {
  const server = fakeServer({
    "GET /programme": () => holding([...OWN, ABROAD]),
    "PUT /programme": () => accepted(PROGRAMME),
  });
  await show("/settings?tab=reasons", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Switch off No answer" }));
  await expect.poll(() => server.of("PUT /programme")).toHaveLength(1);
  const off = sent(server)?.reasons.filter(({ offered }) => !offered);
  expect(off?.map(({ name }) => name)).toEqual(["no-answer"]);
  expect(page.getByRole("button", { name: /^Change…/ }).elements()).toHaveLength(1);
  await userEvent.click(page.getByRole("button", { name: "Change… Moved abroad" }));
  const dialog = page.getByRole("dialog", { name: "Change “Moved abroad”" });
  await expect.element(dialog.getByLabelText("Sentence")).toHaveValue("They have moved.");
  await expect.element(dialog.getByLabelText("A note is needed")).toBeChecked();
});

test("what another owner has set of the same reason is shown, and stays", async () => {
  let holds = holding([...OWN, ABROAD]);
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) =>
      (value as ProgrammeRequest).version === holds.version
        ? accepted(holds)
        : refusal(412, "programme-stale", null, "Someone else has changed the settings."),
  });
  await show("/settings?tab=reasons", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Change… Moved abroad" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Sentence"), "They live abroad.");
  const off = { ...ABROAD, offered: false };
  const by = { id: "s2", name: "Ravi" };
  holds = { ...holding([...OWN, off]), version: 7, at: 1_763_690_000_000, by };
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect
    .element(
      dialog.getByText(
        /Now: “Moved abroad”; The person; “They have moved\.”; a note is needed; Not offered$/,
      ),
    )
    .toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(server)?.reasons.at(-1)).toEqual({ ...off, sentence: "They live abroad." });
});

test("staff choose among what is offered, and read the sentence", async () => {
  const [first, ...others] = OWN.map((one) => ({ ...one, offered: one.name !== "not-interested" }));
  fakeServer({ "GET /programme": () => holding([first ?? ABROAD, ...others, ABROAD]) });
  await show(
    "/referrals",
    <CommandDialog
      choice={{ kind: "decline" }}
      about="Meera"
      send={async () => await Promise.resolve(refused("reason", "Nothing is sent."))}
      onClose={() => undefined}
    />,
  );
  const reason = page.getByRole("dialog").getByLabelText("Reason");
  await expect.element(reason.getByRole("option", { name: "Moved abroad" })).toBeInTheDocument();
  expect(reason.getByRole("option", { name: "Not interested" }).elements()).toEqual([]);
  await userEvent.selectOptions(reason, "Moved abroad");
  await expect.element(page.getByText("The referrer will read: “They have moved.”")).toBeVisible();
  await expect.element(page.getByLabelText("Note")).not.toHaveAccessibleDescription(/Optional/);
});
