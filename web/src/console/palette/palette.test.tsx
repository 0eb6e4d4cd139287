/** The palette: what it finds, and how it is used by keys. */
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useKeys } from "@/console/keys";
import { Shell } from "@/console/shell/shell";
import { fakeServer, inboxOf, listOf, OWNER, show } from "@/console/testing/fake-console";
import { touch } from "@/console/testing/touch";
import type { Answer } from "@/testing/server/fake-server";

const SEARCH = "POST /referrals/search";

function Screen({ take }: { take: () => void }) {
  useKeys({ e: ["Assign to me", take] });
  return <input aria-label="Note" />;
}

async function open(search: Answer = () => listOf("Meera", "Yusuf"), take = () => undefined) {
  const server = fakeServer({
    [SEARCH]: search,
    "GET /inbox": () => inboxOf([]),
    "GET /duplicates": () => ({ pairs: [], next: null }),
    "POST /messages/search": () => ({ messages: [], next: null }),
  });
  await show(
    "/inbox",
    <Shell viewer={OWNER} screen="/inbox">
      <Screen take={take} />
    </Shell>,
  );
  await userEvent.click(page.getByLabelText("Note"));
  await userEvent.keyboard("{Control>}k{/Control}");
  await expect.element(field).toHaveFocus();
  return server;
}

const field = page.getByRole("searchbox", { name: /^Find a person/ });
const option = (name: string | RegExp) =>
  page.getByRole("dialog", { name: "Find" }).getByRole("button", { name });
const address = page.getByRole("status", { name: "Address" });

test("a person is found by what one types, and Enter opens them", async () => {
  const server = await open();
  await userEvent.fill(field, "98765");
  await expect.element(option(/Meera/)).toHaveAttribute("aria-current", "true");
  expect(server.of(SEARCH).at(-1)?.value).toEqual({ search: "98765", limit: 8 });
  await userEvent.keyboard("{ArrowDown}{Enter}");
  await expect.element(address).toMatchTextContent("/referrals/nYusuf");
  await expect.element(field).not.toBeInTheDocument();
});

test("what is typed among the results goes to the field, and one comes back to it", async () => {
  await open();
  await userEvent.fill(field, "987");
  await expect.element(option(/Yusuf/)).toBeVisible();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(option(/Yusuf/)).toHaveFocus();
  await userEvent.keyboard("6");
  await expect.element(field).toHaveValue("9876");
  await userEvent.keyboard("{ArrowDown}{ArrowUp}{ArrowUp}");
  await expect.element(field).toHaveFocus();
});

test("the newest answer wins, also if an older one comes after it", async () => {
  const first = Promise.withResolvers<void>();
  await open(async ({ value }) => {
    if ((value as { search: string }).search !== "mee") return listOf("Yusuf");
    await first.promise;
    return listOf("Meera");
  });
  await userEvent.fill(field, "mee");
  await vi.waitFor(() => expect(page.getByText("Searching…").elements()).toHaveLength(1));
  await new Promise((done) => setTimeout(done, 300));
  await userEvent.fill(field, "yus");
  await expect.element(option(/Yusuf/)).toBeVisible();
  first.resolve();
  await new Promise((done) => setTimeout(done, 100));
  await expect.element(option(/Meera/)).not.toBeInTheDocument();
});

test("what was found for an older text is not opened for a newer one", async () => {
  await open(({ value }) =>
    (value as { search: string }).search === "Meera" ? listOf("Meera") : new Promise(() => {}),
  );
  await userEvent.fill(field, "Meera");
  await expect.element(option(/Meera/)).toBeVisible();
  await userEvent.fill(field, "Yusuf");
  await userEvent.keyboard("{Enter}");
  await expect.element(option(/Meera/)).not.toBeInTheDocument();
  await expect.element(address).toMatchTextContent("/inbox");
});

test("Enter before anybody was found opens the first one as soon as there is one", async () => {
  const found = Promise.withResolvers<void>();
  await open(async () => {
    await found.promise;
    return listOf("Yusuf");
  });
  await userEvent.fill(field, "yus");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  found.resolve();
  await expect.element(address).toMatchTextContent("/referrals/nYusuf");
});

test("screens are found by the beginnings of their words", async () => {
  await open(() => listOf());
  await userEvent.fill(field, "dup");
  await expect.element(option("Duplicates")).toHaveAttribute("aria-current", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(address).toMatchTextContent("/duplicates");
});

test("a command of the screen is run when the palette is closed", async () => {
  const take = vi.fn<() => undefined>();
  await open(undefined, take);
  await userEvent.fill(field, "assign");
  await userEvent.click(option(/^Assign to me/));
  await vi.waitFor(() => expect(take).toHaveBeenCalledOnce());
});

test("Escape closes it, and the focus is back where it was", async () => {
  await open();
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(page.getByLabelText("Note")).toHaveFocus();
});

test("Escape closes it before the field could empty itself", async () => {
  await open(() => listOf());
  await userEvent.fill(field, "dup");
  const press = new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true });
  field.element().dispatchEvent(press);
  expect(press.defaultPrevented).toBe(true);
  await expect.element(field).not.toBeInTheDocument();
});

test("it says how many were found, when the search is over", async () => {
  const answer = Promise.withResolvers<void>();
  await open(async () => {
    await answer.promise;
    return { ...listOf("Meera", "Yusuf"), next: "more" };
  });
  const status = page.getByRole("dialog", { name: "Find" }).getByRole("status");
  await expect.element(status).toBeEmptyDOMElement();
  await userEvent.fill(field, "98765");
  await expect.element(page.getByText("Searching…")).toBeVisible();
  await expect.element(status).toBeEmptyDOMElement();
  answer.resolve();
  await expect.element(status).toHaveTextContent("2 found, and more.");
});

test("it says when nothing was found", async () => {
  await open(() => listOf());
  await userEvent.fill(field, "zzzz");
  await expect.element(page.getByText("Nothing found.")).toBeVisible();
});

test("where one touches, screens come before commands with keys, and a button closes it", async () => {
  touch();
  await open();
  const dialog = page.getByRole("dialog", { name: "Find" });
  await expect.element(option(/Assign to me/)).toBeVisible();
  const sections = dialog
    .getByRole("heading")
    .elements()
    .map((one) => one.textContent);
  expect(sections).toEqual(["Screens", "On this screen"]);
  await userEvent.click(option("Close"));
  await expect.element(dialog).not.toBeInTheDocument();
});
