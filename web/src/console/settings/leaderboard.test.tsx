/** Who may see the list of those with most points. */
import type { ProgrammeRequest } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, PROGRAMME, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

test("an owner reads what each choice means, and chooses", async () => {
  let programme = PROGRAMME;
  fakeServer({
    "GET /programme": () => programme,
    "PUT /programme": ({ value }) => {
      const { settings } = value as ProgrammeRequest;
      programme = { ...PROGRAMME, version: 1, settings };
      return accepted(programme);
    },
  });
  await show("/?tab=leaderboard", <SettingsScreen viewer={OWNER} />);
  const section = page.getByRole("region", { name: "Most points" });
  await expect.element(section.getByText(/^There is no list/)).toBeVisible();
  await expect.element(section.getByRole("link", { name: "Rewards" })).not.toBeInTheDocument();
  await userEvent.click(section.getByRole("button", { name: "Change who sees it…" }));
  const dialog = page.getByRole("dialog");
  await expect.element(dialog).toMatchTextContent(/Nobody is named who has not joined/);
  await userEvent.selectOptions(dialog.getByLabelText("Shown"), "For everybody");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(section.getByText(/^Everybody reads on How the programme/)).toBeVisible();
  await expect.element(section.getByRole("link", { name: "Rewards" })).toBeVisible();
  expect(programme.settings).toEqual({ ...PROGRAMME.settings, leaderboard: "public" });
});
