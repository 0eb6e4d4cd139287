/** The filters of a list are part of the address. */
import { Link } from "react-router-dom";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fakeServer, show } from "@/console/testing/fake-console";
import { Filters, useFilters } from "./filters";
import { SavedViews } from "./saved-views";

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
  fakeServer({});
});
afterEach(() => vi.unstubAllGlobals());

test("a search is put into the address when typing stops, and the slash key focuses it", async () => {
  await show("/referrals", <Screen />);
  await userEvent.keyboard("/");
  await userEvent.keyboard("Meera");
  await expect.element(address).toMatchTextContent("/referrals#Meera");
});

test("on a phone all filters but the search are folded, until they are opened or in use", async () => {
  onTestFinished(() => page.viewport(800, 700));
  await page.viewport(360, 740);
  const folded = await show("/referrals", <Screen />);
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  await expect.element(page.getByLabelText("Stage")).not.toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Filters" }));
  await expect.element(page.getByLabelText("Stage")).toBeVisible();
  await folded.unmount();

  await show(
    "/referrals",
    <>
      <Screen />
      <Link to="/referrals?stage=contacted">Saved view</Link>
    </>,
  );
  await expect.element(page.getByLabelText("Stage")).not.toBeVisible();
  await userEvent.click(page.getByRole("link", { name: "Saved view" }));
  await expect.element(page.getByLabelText("Stage")).toHaveValue("contacted");
  await expect.element(page.getByLabelText("Stage")).toBeVisible();
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
  await expect.element(page.getByLabelText("Stage")).toHaveValue("contacted");
  await expect.element(page.getByLabelText("Service")).toHaveValue("training");
  await userEvent.click(page.getByRole("button", { name: "Clear" }));
  await expect.element(address).toMatchTextContent(/^\/referrals$/);
  await expect.element(page.getByLabelText("Stage")).toHaveValue("");
});

test("a period includes its last day", async () => {
  await show("/referrals?from=2026-03-01&to=2026-03-31", <Screen />);
  const query = page.getByRole("status", { name: "Query" });
  const [from, to] = [new Date(2026, 2, 1).getTime(), new Date(2026, 3, 1).getTime()];
  await expect.element(query).toMatchTextContent(JSON.stringify({ from, to }));
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
