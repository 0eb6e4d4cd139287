/** The filters of a list are part of the address. */
import type { SharedView } from "@bindings";
import { Suspense, use } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { addFilter, fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import { Filters } from "./filters";
import { SavedViews } from "./saved-views";
import { useFilters } from "./use-filters";

const add = page.getByRole("button", { name: "Add filter" });
const choice = page.getByRole("dialog");
const chip = (name: string) => page.getByRole("button", { name, exact: true });
const address = page.getByRole("status", { name: "Address" });

function Screen() {
  const filters = useFilters();
  return (
    <>
      <SavedViews />
      <Filters />
      <output aria-label="Query">{JSON.stringify(filters.query())}</output>
    </>
  );
}

beforeEach(() => {
  localStorage.clear();
  fakeServer({ "GET /session": () => OWNER });
});

test("a search is put into the address when typing stops, and the slash key focuses it", async () => {
  await show("/referrals", <Screen />);
  await userEvent.keyboard("/");
  await userEvent.keyboard("Meera");
  await expect.element(address).toMatchTextContent("/referrals#Meera");
});

/** Takes until then to be drawn with what is searched for. */
function Slow({ drawn }: { drawn: (query: string) => Promise<void> }) {
  use(drawn(useFilters().get("q")));
  return null;
}

test("what is typed while a search is being drawn stays, and is searched for", async () => {
  const asked: string[] = [];
  const [at, later] = [Promise.resolve(), Promise.withResolvers<void>()];
  const drawn = (query: string) => {
    asked.push(query);
    return query === "" ? at : later.promise;
  };
  await show(
    "/referrals",
    <Suspense>
      <Filters />
      <Slow drawn={drawn} />
    </Suspense>,
  );
  const search = page.getByRole("searchbox");
  await userEvent.type(search, "Me");
  await expect.poll(() => asked).toContain("Me");
  await userEvent.type(search, "e");
  later.resolve();
  await expect.element(address).toMatchTextContent("/referrals#Mee");
  await expect.element(search).toHaveValue("Mee");
});

test("a filter is added by keys alone, and its chip changes and removes it", async () => {
  await show("/referrals?sort=points", <Screen />);
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  (add.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}{ArrowDown}{ArrowUp}{Enter}");
  await expect.element(page.getByRole("dialog", { name: "Stage" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(address).toMatchTextContent("/referrals?sort=points&stage=contacted");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();

  await userEvent.click(chip("Stage: Contacted"));
  await expect.element(choice.getByRole("button", { name: "Contacted" })).toHaveFocus();
  await userEvent.click(choice.getByRole("button", { name: "Received" }));
  await expect.element(address).toMatchTextContent("/referrals?sort=points&stage=received");
  await userEvent.click(page.getByRole("button", { name: "Remove Stage: Received" }));
  await expect.element(address).toMatchTextContent(/^\/referrals\?sort=points$/);
  await expect.element(add).toHaveFocus();
});

test("Escape, a press elsewhere and Tab close the choice, and nothing is filtered", async () => {
  await show("/referrals", <Screen />);
  await userEvent.click(add);
  await expect.element(choice).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(add).toHaveFocus();
  await userEvent.click(add);
  await userEvent.click(page.getByRole("status", { name: "Query" }));
  await expect.element(choice).not.toBeInTheDocument();
  await userEvent.click(add);
  await userEvent.keyboard("{Shift>}{Tab}{Tab}{/Shift}");
  await expect.element(choice).not.toBeInTheDocument();
  await expect.element(address).toMatchTextContent(/^\/referrals$/);
});

test("a short search says which fields it searches", async () => {
  await show("/referrals", <Screen />);
  const search = page.getByRole("searchbox");
  await userEvent.fill(search, "Me");
  await expect
    .element(search)
    .toHaveAccessibleDescription(
      "Type 3 letters or digits to search all referrals. With fewer, only the newest 10,000 are searched.",
    );
  await userEvent.fill(search, "Mee");
  await expect.element(search).not.toHaveAccessibleDescription();
});

test("the filters show what the address says, and Clear removes all", async () => {
  await show("/referrals?stage=contacted&service=training", <Screen />);
  await expect.element(chip("Stage: Contacted")).toBeVisible();
  await expect.element(chip("Service: Training")).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Clear" }));
  await expect.element(address).toMatchTextContent(/^\/referrals$/);
  await expect.element(chip("Stage: Contacted")).not.toBeInTheDocument();
});

test("a period includes its last day", async () => {
  await show("/referrals?from=2026-03-01&to=2026-03-31", <Screen />);
  const query = page.getByRole("status", { name: "Query" });
  const [from, to] = [new Date(2026, 2, 1).getTime(), new Date(2026, 3, 1).getTime()];
  await expect.element(query).toMatchTextContent(JSON.stringify({ from, to }));
});

test("a period is chosen by its name, or by two days", async () => {
  const today = new Date();
  const first = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, "0")}-01`;
  await show("/referrals", <Screen />);
  await addFilter("Submitted", "This month");
  await expect.element(chip("Submitted: This month")).toBeVisible();
  await expect.element(address).toMatchTextContent(`/referrals?from=${first}&to=`);
  await userEvent.click(chip("Submitted: This month"));
  await userEvent.fill(choice.getByLabelText("From"), "2026-03-01");
  await userEvent.fill(choice.getByLabelText("To"), "");
  await userEvent.click(choice.getByRole("button", { name: "Show" }));
  await expect.element(chip("Submitted: since 1 Mar 2026")).toBeVisible();
  await expect.element(address).toMatchTextContent(/^\/referrals\?from=2026-03-01$/);
});

test("a view is saved under a name, restored, and deleted", async () => {
  const first = await show("/referrals?stage=contacted", <Screen />);
  await userEvent.click(page.getByRole("button", { name: "Save this view…" }));
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  const name = page.getByRole("textbox", { name: "Name" });
  await expect.element(name).toHaveAccessibleDescription("Enter a name.");
  await userEvent.fill(name, "To call");
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  await expect.element(page.getByRole("link", { name: "To call" })).toBeVisible();
  await first.unmount();

  await show("/referrals", <Screen />);
  await userEvent.click(page.getByRole("link", { name: "To call" }));
  await expect.element(address).toMatchTextContent("/referrals?stage=contacted");
  await userEvent.click(page.getByRole("button", { name: "Forget this view To call" }));
  await expect.element(page.getByRole("link", { name: "To call" })).not.toBeInTheDocument();
});

test("a view is shared with all colleagues, and removed again for all", async () => {
  let views: SharedView[] = [];
  const server = fakeServer({
    "GET /session": () => OWNER,
    "GET /colleagues": () => [{ id: "s2", name: "Ravi", role: "manager", services: [], team: "" }],
    "GET /views": () => ({ views }),
    "POST /views": ({ value }) => {
      const view = { ...(value as SharedView), id: "v1", madeBy: "s2", removable: true };
      views = [view];
      return accepted(view);
    },
    "DELETE /views/v1": () => {
      views = [];
      return new Response(null, { status: 204 });
    },
  });
  await show("/referrals?stage=contacted#Meera", <Screen />);
  await userEvent.click(page.getByRole("button", { name: "Save this view…" }));
  await userEvent.click(page.getByRole("checkbox", { name: "Share it with all colleagues" }));
  const name = page.getByRole("textbox", { name: "Name" });
  await userEvent.fill(name, "98765 43210");
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  await expect.element(name).toHaveAccessibleDescription(/^Use 6 digits at most/);
  await userEvent.fill(name, "To call");
  await userEvent.click(page.getByRole("button", { name: "Save", exact: true }));
  await expect.element(page.getByText("by Ravi")).toBeVisible();
  expect(server.of("POST /views")[0]?.value).toEqual({
    name: "To call",
    address: "/referrals?stage=contacted",
  });
  const remove = page.getByRole("button", { name: "Remove this view for all… To call" });
  await userEvent.click(remove);
  const dialog = page.getByRole("dialog", { name: "Remove “To call” for all" });
  await expect.element(dialog.getByText("Your colleagues lose this view as well.")).toBeVisible();
  await userEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await expect.element(remove).toHaveFocus();
  expect(server.of("DELETE /views/v1")).toHaveLength(0);
  await userEvent.click(remove);
  await userEvent.click(dialog.getByRole("button", { name: "Remove", exact: true }));
  await expect.element(page.getByRole("link", { name: "To call" })).not.toBeInTheDocument();
});

const colleague = (id: string, team: string) => ({
  id,
  name: id,
  role: "manager",
  services: [],
  team,
});

test("a list is filtered by a team that somebody carries, and a view keeps it", async () => {
  fakeServer({
    "GET /session": () => OWNER,
    "GET /colleagues": () => [
      colleague("s1", "Doha & Al Ain"),
      colleague("s2", ""),
      colleague("s3", "Chennai"),
      colleague("s4", "Chennai"),
    ],
  });
  await show("/referrals", <Screen />);
  await userEvent.click(add);
  await userEvent.click(choice.getByRole("button", { name: "Team" }));
  const teams = page.getByRole("dialog", { name: "Team" }).getByRole("button");
  await expect
    .poll(() => teams.elements().map(({ textContent }) => textContent))
    .toEqual(["Chennai", "Doha & Al Ain"]);
  await userEvent.click(choice.getByRole("button", { name: "Doha & Al Ain" }));
  await expect.element(chip("Team: Doha & Al Ain")).toBeVisible();
  await expect.element(address).toMatchTextContent("/referrals?team=Doha+%26+Al+Ain");
  const query = page.getByRole("status", { name: "Query" });
  await expect.element(query).toMatchTextContent(JSON.stringify({ team: "Doha & Al Ain" }));
  await userEvent.click(page.getByRole("button", { name: "Remove Team: Doha & Al Ain" }));
  await expect.element(address).toMatchTextContent(/^\/referrals$/);
});

test("where nobody is in a team, no filter is offered, and one that is in use can be removed", async () => {
  const first = await show("/referrals", <Screen />);
  await userEvent.click(add);
  await expect.element(choice.getByRole("button", { name: "Responsible" })).toBeVisible();
  await expect.element(choice.getByRole("button", { name: "Team" })).not.toBeInTheDocument();
  await first.unmount();
  await show("/referrals?team=Mumbai", <Screen />);
  await userEvent.click(page.getByRole("button", { name: "Remove Team: Mumbai" }));
  await expect.element(address).toMatchTextContent(/^\/referrals$/);
});
