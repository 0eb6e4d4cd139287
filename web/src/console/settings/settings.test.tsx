/** What an owner sets about the programme. */
import type { ProgrammeRequest, ProgrammeVersion, ProgrammeView } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, PROGRAMME, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

/** A server that keeps what is set. */
function keeping(first: ProgrammeView = PROGRAMME) {
  let holds = first;
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) => {
      const { version, settings } = value as ProgrammeRequest;
      if (version !== holds.version) {
        return refusal(412, "programme-stale", null, "Someone else has changed the settings.");
      }
      holds = { ...holds, version: version + 1, settings, at: 1_763_690_000_000, by: ASHA };
      return accepted(holds);
    },
  });
  const set = (change: Partial<ProgrammeView>) => (holds = { ...holds, ...change });
  return { server, set };
}

const ASHA = { id: "s1", name: "Asha" };
const RAVI = { id: "s2", name: "Ravi" };

const sent = (server: ReturnType<typeof fakeServer>) =>
  server.of("PUT /programme").at(-1)?.value as ProgrammeRequest;

test("a stage's limit is set, and everything else stays", async () => {
  const { server } = keeping();
  await show("/settings", <SettingsScreen viewer={OWNER} />);
  const limits = page.getByRole("table", { name: "Working days in each stage" });
  await expect.element(limits.getByRole("row", { name: "Received 2 working days" })).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Change limits…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Received"), "0");
  await userEvent.fill(dialog.getByLabelText("Calls that nobody answered"), "5");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(limits.getByRole("row", { name: "Received The same day" })).toBeVisible();
  await expect.element(page.getByText(/Last changed by Asha/)).toBeVisible();
  const { stageDays } = PROGRAMME.settings;
  expect(sent(server)).toEqual({
    version: 0,
    settings: {
      ...PROGRAMME.settings,
      stageDays: { ...stageDays, received: 0 },
      unansweredEnough: 5,
    },
  });
});

test("what is no number of days is said beside its field", async () => {
  const { server } = keeping();
  await show("/settings", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Change limits…" }));
  const dialog = page.getByRole("dialog");
  for (const typed of ["", "soon", "-1", "1.5", "261"]) {
    const field = dialog.getByLabelText("Suitable");
    await userEvent.fill(field, typed);
    await userEvent.click(dialog.getByRole("button", { name: "Save" }));
    await expect.element(field).toHaveAccessibleDescription(/Enter a whole number up to 260\./);
    await expect.element(field).toHaveFocus();
  }
  expect(server.of("PUT /programme")).toEqual([]);
});

test("a service gets limits of its own, and loses them again", async () => {
  const { server } = keeping();
  await show("/settings", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Set other limits…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const service = dialog.getByLabelText("Service");
  await expect.element(service).toHaveAccessibleDescription(/Choose a service\./);
  await userEvent.selectOptions(service, "Training");
  await userEvent.fill(dialog.getByLabelText("Suitable"), "40");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const own = page.getByRole("table", { name: "Working days in the stages of a service" });
  await expect.element(own.getByRole("row", { name: /^Training 2 7 40 30/ })).toBeVisible();
  const stageDays = { ...PROGRAMME.settings.stageDays, qualified: 40 };
  expect(sent(server).settings.serviceDays).toEqual([{ service: "training", stageDays }]);
  await userEvent.click(own.getByRole("button", { name: "Remove Training" }));
  await expect.element(page.getByText(/None: these limits hold for every service/)).toBeVisible();
  expect(sent(server).settings.serviceDays).toEqual([]);
});

test("an office's days and closing time are set, and the other office's stay", async () => {
  const { server } = keeping();
  await show("/settings", <SettingsScreen viewer={OWNER} />);
  const hours = page.getByRole("table", { name: "Office hours" });
  await expect.element(hours.getByText("Mon, Tue, Wed, Thu, Sun")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Change… Doha" }));
  const dialog = page.getByRole("dialog");
  for (const day of ["Monday", "Tuesday", "Wednesday", "Thursday", "Sunday"]) {
    await userEvent.click(dialog.getByLabelText(day));
  }
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent(/^Choose at least one working day/);
  await userEvent.click(dialog.getByLabelText("Saturday"));
  await userEvent.fill(dialog.getByLabelText("Closes"), "00:00");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(hours.getByText("Sat", { exact: true })).toBeVisible();
  const [chennai, doha] = PROGRAMME.settings.offices;
  const workdays = [false, false, false, false, false, true, false];
  expect(sent(server).settings.offices).toEqual([chennai, { ...doha, workdays, closes: 1440 }]);
});

test("what another owner has set in the meantime is shown, and nothing of either is lost", async () => {
  const { server, set } = keeping();
  await show("/settings", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Change limits…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.fill(dialog.getByLabelText("Received"), "4");
  const { settings } = PROGRAMME;
  const offices = settings.offices.map((hours) => ({ ...hours, closes: 900 }));
  set({ version: 7, at: 1_763_690_000_000, by: RAVI, settings: { ...settings, offices } });
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect
    .element(dialog.getByText(/^Ravi has changed the settings, .* Now: Received 2, Contacted 7/))
    .toBeVisible();
  await expect.element(dialog.getByLabelText("Received")).toHaveValue("4");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(page.getByText("4 working days")).toBeVisible();
  const { stageDays } = settings;
  expect(sent(server)).toEqual({
    version: 7,
    settings: { ...settings, offices, stageDays: { ...stageDays, received: 4 } },
  });
});

test("a version from before is used again, after one has read what that changes", async () => {
  const { settings } = PROGRAMME;
  const newer = { ...settings, unansweredEnough: 5 };
  const { server, set } = keeping({
    ...PROGRAMME,
    version: 1,
    at: 1_763_690_000_000,
    by: RAVI,
    settings: newer,
  });
  const began: ProgrammeVersion = {
    version: 0,
    at: null,
    by: null,
    changes: [],
    again: ["Calls: 3, before 5."],
    settings,
  };
  const first: ProgrammeVersion = {
    version: 1,
    at: 1_763_690_000_000,
    by: RAVI,
    changes: ["Calls: 5, before 3."],
    again: [],
    settings: newer,
  };
  let versions = [first, began];
  server.instead.set("GET /programme/versions", () => ({ versions }));
  await show("/settings?tab=versions", <SettingsScreen viewer={OWNER} />);
  const holds = page.getByRole("region", { name: "Version 1, which holds" });
  await expect.element(holds).toMatchTextContent(/Published by Ravi.*Calls: 5, before 3\./);
  await expect.element(holds.getByRole("button")).not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Use this one again… (version 0)" }));
  const dialog = page.getByRole("dialog", { name: "Use version 0 again" });
  await expect.element(dialog.getByText("Calls: 3, before 5.")).toBeVisible();
  // Another owner is faster: what it would change now is another thing.
  versions = [first, { ...began, again: ["Calls: 3, before 7."] }];
  set({ version: 2 });
  await userEvent.click(dialog.getByRole("button", { name: "Use it again" }));
  await expect.element(dialog.getByText("Calls: 3, before 7.")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Use it again" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(server)).toEqual({ version: 2, settings });
});
