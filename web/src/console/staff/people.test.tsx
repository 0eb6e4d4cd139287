/** Changing and revoking colleagues. */
import type { StaffEntry } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import { People } from "./people";

const person = (id: string, name: string): StaffEntry => ({
  id,
  name,
  role: "owner",
  services: [],
  team: "",
  shown: "98400 12345",
  invitedBy: null,
  invitedAt: 1_763_690_000_000,
  activeAt: 1_763_690_000_000,
  revokedAt: null,
  secured: true,
});

test("webhooks of somebody who is revoked are kept by whoever revokes them", async () => {
  const server = fakeServer({
    "GET /staff": () => ({ staff: [person("s1", "Asha"), person("s2", "Ravi")] }),
    "DELETE /staff/s2": ({ path }) =>
      path.includes("integrations=s1")
        ? new Response(null, { status: 204 })
        : refusal(409, "integrations-left", null, "They made webhooks or API tokens."),
  });
  await show("/staff", <People viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Remove access… Ravi" }));
  const dialog = page.getByRole("dialog");
  await userEvent.click(dialog.getByRole("button", { name: "Remove access" }));
  const choice = dialog.getByLabelText("Their webhooks and API tokens");
  await expect.element(choice).toHaveAccessibleDescription("They made webhooks or API tokens.");
  await userEvent.selectOptions(choice, "Keep the webhooks, under my name");
  await userEvent.click(dialog.getByRole("button", { name: "Remove access" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of("DELETE /staff/s2")).toHaveLength(2);
});

test("an owner names a colleague’s team, and is offered those that others carry", async () => {
  const ravi = { ...person("s2", "Ravi"), role: "manager" };
  const server = fakeServer({
    "GET /staff": () => ({ staff: [{ ...person("s1", "Asha"), team: "Doha" }, ravi] }),
    "GET /colleagues": () => [
      { id: "s1", team: "Doha" },
      { id: "s2", team: "" },
    ],
    "PATCH /staff/s2": ({ value }) => accepted({ ...ravi, ...(value as object) }),
    "POST /staff": ({ value }) => accepted({ ...ravi, ...(value as object) }),
  });
  await show("/staff", <People viewer={OWNER} />);
  await expect.element(page.getByRole("table").getByText("Doha")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Change… Ravi" }));
  const dialog = page.getByRole("dialog");
  const team = dialog.getByRole("combobox", { name: "Team" });
  await expect.element(team).toHaveAccessibleDescription(/It gives no rights/);
  const offered = () =>
    [...((team.element() as HTMLInputElement).list?.options ?? [])].map(({ value }) => value);
  await expect.poll(offered).toEqual(["Doha"]);
  await userEvent.fill(team, "Doha 98765 43210");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(team).toHaveAccessibleDescription(/Use 6 digits at most/);
  await userEvent.fill(team, " Chennai ");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(dialog).not.toBeInTheDocument();
  const kept = { name: "Ravi", role: "manager", services: [] };
  expect(server.of("PATCH /staff/s2")[0]?.value).toEqual({ ...kept, team: "Chennai" });

  await userEvent.click(page.getByRole("button", { name: "Invite someone…" }));
  await userEvent.fill(dialog.getByLabelText("Mobile number"), "+91 98400 12345");
  await userEvent.fill(dialog.getByLabelText("Name"), "Omar");
  await userEvent.selectOptions(dialog.getByLabelText("Role"), "Manager");
  await userEvent.fill(team, "Doha");
  await userEvent.click(dialog.getByRole("button", { name: "Invite" }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.of("POST /staff")[0]?.value).toMatchObject({ name: "Omar", team: "Doha" });
});
