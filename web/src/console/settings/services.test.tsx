/** The services, as an owner sets them. */
import type { ProgrammeRequest, ProgrammeService, ProgrammeView } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Correction } from "@/console/referral/correction";
import { Filters } from "@/console/parts/filters";
import { fakeServer, OWNER, PROGRAMME, referral, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

const DRONES: ProgrammeService = {
  value: "drone-survey",
  label: "Drone survey",
  offered: true,
  added: true,
};

/** What holds with these services. */
const holding = (services: readonly ProgrammeService[]): ProgrammeView => ({
  ...PROGRAMME,
  settings: { ...PROGRAMME.settings, services: [...services] },
});

const { services: OWN } = PROGRAMME.settings;

const sent = (server: ReturnType<typeof fakeServer>) =>
  (server.of("PUT /programme").at(-1)?.value as ProgrammeRequest | undefined)?.settings;

test("a service is added, and the rule that refuses it is said beside its field", async () => {
  let holds = PROGRAMME;
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) => {
      const { settings } = value as ProgrammeRequest;
      const added = settings.services.at(-1);
      if (!added?.label) return refusal(422, "label-refused", "label", "Enter a label.");
      holds = holding([...OWN, { ...added, value: "drone-survey" }]);
      return accepted(holds);
    },
  });
  await show("/settings?tab=services", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Add a service…" }));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const label = dialog.getByLabelText("Label");
  await expect.element(label).toHaveAccessibleDescription(/Enter a label\./);
  await userEvent.fill(label, "Drone survey");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const table = page.getByRole("table", { name: "Services" });
  await expect
    .element(table.getByRole("row", { name: /^Drone survey drone-survey/ }))
    .toBeVisible();
  expect(sent(server)).toEqual({
    ...PROGRAMME.settings,
    services: [...OWN, { ...DRONES, value: "" }],
  });
});

test("a service is switched off and offered again; only an added one can be changed", async () => {
  let holds = holding([...OWN, DRONES]);
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) => {
      holds = { ...holds, settings: (value as ProgrammeRequest).settings };
      return accepted(holds);
    },
  });
  await show("/settings?tab=services", <SettingsScreen viewer={OWNER} />);
  const table = page.getByRole("table", { name: "Services" });
  await userEvent.click(table.getByRole("button", { name: "Switch off Training" }));
  await expect.element(table.getByText("Not offered", { exact: true })).toBeVisible();
  expect(sent(server)?.services[0]).toMatchObject({ value: "training", offered: false });
  await userEvent.click(table.getByRole("button", { name: "Offer again Training" }));
  await expect.element(table.getByRole("button", { name: "Switch off Training" })).toBeVisible();
  expect(table.getByRole("button", { name: "Change… Training" }).elements()).toHaveLength(0);
  await userEvent.click(table.getByRole("button", { name: "Change… Drone survey" }));
  const dialog = page.getByRole("dialog", { name: "Change “Drone survey”" });
  await userEvent.fill(dialog.getByLabelText("Label"), "Aerial survey");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect
    .element(table.getByRole("row", { name: /^Aerial survey drone-survey/ }))
    .toBeVisible();
  expect(sent(server)?.services.at(-1)).toEqual({ ...DRONES, label: "Aerial survey" });
});

test("lists find every service, and a correction offers those that are offered and its own", async () => {
  const services = [
    ...OWN.map((it) => ({ ...it, offered: !["training", "others"].includes(it.value) })),
    DRONES,
  ];
  fakeServer({ "GET /programme": () => holding(services) });
  const corrected = (
    <>
      <Filters />
      <Correction
        referral={referral("Asha")}
        field="service"
        label="Service"
        onClose={() => undefined}
      />
    </>
  );
  await show("/referrals?service=drone-survey", corrected);
  await expect
    .element(page.getByRole("button", { name: "Service: Drone survey", exact: true }))
    .toBeVisible();
  const choice = page.getByLabelText("Service, corrected");
  await expect.element(choice.getByRole("option", { name: "Drone survey" })).toBeInTheDocument();
  const options = choice
    .getByRole("option")
    .elements()
    .map(({ textContent }) => textContent);
  expect(options).toContain("Training");
  expect(options).not.toContain("Others");
});
