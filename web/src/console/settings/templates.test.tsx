/** The templates of what is said to referrers, as an owner sets them. */
import type { ProgrammeRequest, ProgrammeView, Template } from "@bindings";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, OWNER, PROGRAMME, show } from "@/console/testing/fake-console";
import { accepted, refusal } from "@/testing/server/answers";
import SettingsScreen from "./settings-screen";

const holding = (templates: Template[]): ProgrammeView => ({
  ...PROGRAMME,
  settings: { ...PROGRAMME.settings, templates },
});

test("a template is added, changed and removed, and a wrong field is said beside it", async () => {
  let holds = PROGRAMME;
  const server = fakeServer({
    "GET /programme": () => holds,
    "PUT /programme": ({ value }) => {
      const { settings } = value as ProgrammeRequest;
      if (settings.templates.some(({ words }) => words.includes("{referer}"))) {
        return refusal(422, "field-unknown", "words", "There is no field {referer}.");
      }
      holds = holding(settings.templates);
      return accepted(holds);
    },
  });
  const sent = () =>
    (server.of("PUT /programme").at(-1)?.value as ProgrammeRequest | undefined)?.settings;
  await show("/settings?tab=templates", <SettingsScreen viewer={OWNER} />);
  await userEvent.click(page.getByRole("button", { name: "Add a template…" }));
  const dialog = page.getByRole("dialog");
  const words = dialog.getByLabelText("Words");
  await expect.element(words).toHaveAccessibleDescription(/\{company\} the name of our company\.$/);
  await userEvent.fill(dialog.getByLabelText("Label"), "News");
  await userEvent.fill(words, "Hello {referer}");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(words).toHaveAccessibleDescription(/There is no field \{referer\}\./);
  await userEvent.fill(words, "Hello {referrer}");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  const table = page.getByRole("table", { name: "Templates" });
  await expect
    .element(table.getByRole("cell", { name: "Hello {referrer}", exact: true }))
    .toBeVisible();
  const [first] = PROGRAMME.settings.templates;
  expect(sent()).toEqual({
    ...PROGRAMME.settings,
    templates: [first, { label: "News", words: "Hello {referrer}" }],
  });

  await userEvent.click(page.getByRole("button", { name: "Change… Thank you" }));
  await userEvent.fill(dialog.getByLabelText("Label"), "Thanks");
  await userEvent.click(dialog.getByRole("button", { name: "Save" }));
  await expect.element(table.getByRole("cell", { name: "Thanks", exact: true })).toBeVisible();
  expect(sent()?.templates.map(({ label }) => label)).toEqual(["Thanks", "News"]);
  await userEvent.click(page.getByRole("button", { name: "Remove News" }));
  await expect
    .element(table.getByRole("cell", { name: "News", exact: true }))
    .not.toBeInTheDocument();
  await userEvent.click(page.getByRole("button", { name: "Remove Thanks" }));
  await expect.element(page.getByText("There is none: one writes without.")).toBeVisible();
  expect(sent()?.templates).toEqual([]);
});
