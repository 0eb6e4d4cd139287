/** The contact messages: who owns them, and which requests are sent. */
import type { MessageView } from "@bindings";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { addFilter, AUDITOR, fakeServer, OWNER, show } from "@/console/testing/fake-console";
import { accepted } from "@/testing/server/answers";
import { later } from "@/testing/later";
import MessagesScreen from "./messages-screen";

const LIST = "POST /messages/search";
const CHANGE = "PUT /messages/";

function message(key: string, change: Partial<MessageView> = {}): MessageView {
  return {
    key,
    at: 1_763_690_000_000,
    name: "Leena",
    email: "leena@example.com",
    subject: `Subject ${key}`,
    message: "A word.",
    state: "received",
    reason: null,
    owner: null,
    ...change,
  };
}

const COLLEAGUES = [
  { id: "s1", name: "Asha", role: "owner", services: [], permissions: ["messages"] },
  { id: "s2", name: "Ravi", role: "manager", services: [], permissions: ["messages"] },
  { id: "s3", name: "Yusuf", role: "coordinator", services: ["training"], permissions: ["handle"] },
];

async function open(
  messages: readonly MessageView[],
  path = "/messages",
  answers: Record<string, () => Promise<unknown>> = {},
) {
  const server = fakeServer({
    [LIST]: () => ({ messages, next: null }),
    "GET /colleagues": () => COLLEAGUES,
    [`${CHANGE}1`]: () => accepted(message("1")),
    [`${CHANGE}2`]: () => accepted(message("2")),
    ...answers,
  });
  await show(path, <MessagesScreen viewer={OWNER} />);
  return server;
}

test("one key assigns a message to oneself, and a dialog to somebody who may answer", async () => {
  const answer = later<unknown>();
  const answers = { [`${CHANGE}1`]: () => answer.promise };
  const server = await open([message("1"), message("2", { owner: "s2" })], "/messages", answers);
  await expect.element(page.getByText("Responsible: Ravi")).toBeVisible();
  await userEvent.keyboard("ee");
  answer.settle(accepted(message("1")));
  await expect.element(page.getByText("Responsible: Ravi")).toBeVisible();
  await vi.waitFor(() =>
    expect(server.of(`${CHANGE}1`).map(({ value }) => value)).toEqual([
      { action: "assign", staff: "s1", shown: "" },
    ]),
  );
  await userEvent.keyboard("ja");
  const dialog = page.getByRole("dialog");
  const choice = dialog.getByLabelText("Responsible");
  await expect.element(choice).toHaveValue("s2");
  await expect.element(dialog.getByRole("option", { name: "Yusuf" })).not.toBeInTheDocument();
  await userEvent.selectOptions(choice, "Nobody");
  await userEvent.click(dialog.getByRole("button", { name: "Assign" }));
  await vi.waitFor(() =>
    expect(server.of(`${CHANGE}2`)[0]?.value).toEqual({ action: "assign", staff: "", shown: "s2" }),
  );
});

test("a key for another message is not lost while the first waits for its answer", async () => {
  const answer = later<unknown>();
  const answers = { [`${CHANGE}1`]: () => answer.promise };
  const server = await open([message("1"), message("2")], "/messages", answers);
  await expect.element(page.getByText("Subject 2")).toBeVisible();
  await userEvent.keyboard("eje");
  await vi.waitFor(() => expect(server.of(`${CHANGE}2`)).toHaveLength(1));
  answer.settle(accepted(message("1")));
  await vi.waitFor(() => expect(server.of(LIST).length).toBeGreaterThan(1));
  expect(server.of(`${CHANGE}1`)).toHaveLength(1);
});

test("the filters are in the address, and the server applies them", async () => {
  const server = await open([], "/messages?state=undeliverable#%2B91%2092302");
  await expect.element(page.getByText(/^No message matches/)).toBeVisible();
  await addFilter("Responsible", "Me");
  await expect
    .element(page.getByLabelText("Address"))
    .toHaveTextContent("/messages?state=undeliverable&owner=s1#%2B91%2092302");
  const value = { state: "undeliverable", owner: "s1", search: "+91 92302" };
  await vi.waitFor(() => expect(server.of(LIST).at(-1)?.value).toEqual(value));
});

test("a message that could not be delivered says why, and is sent again or marked as handled", async () => {
  const reason = "Tried 10 times: it was refused.";
  const server = await open([
    message("1", { state: "undeliverable", reason }),
    message("2", { state: "undeliverable" }),
  ]);
  await expect.element(page.getByText(reason)).toBeVisible();
  await userEvent.click(page.getByRole("button", { name: "Forward again: Subject 1" }));
  await userEvent.click(page.getByRole("button", { name: "Mark as handled: Subject 2" }));
  await vi.waitFor(() => {
    expect(server.of(`${CHANGE}1`)[0]?.value).toEqual({ action: "send-again" });
    expect(server.of(`${CHANGE}2`)[0]?.value).toEqual({ action: "mark-handled" });
  });
});

test("older messages are fetched on request, and each is answered by email", async () => {
  const pages = [
    { messages: [message("1")], next: "older" },
    { messages: [message("2")], next: null },
  ];
  const server = await open([], "/messages", { [LIST]: () => Promise.resolve(pages.shift()) });
  const older = page.getByRole("button", { name: "Show older messages" });
  await userEvent.click(older);
  await expect.element(page.getByRole("heading", { name: "Subject 2" })).toBeVisible();
  await expect.element(older).not.toBeInTheDocument();
  expect(server.of(LIST).at(-1)?.value).toMatchObject({ after: "older" });
  await expect
    .element(page.getByRole("link", { name: "leena@example.com" }).first())
    .toHaveAttribute("href", "mailto:leena%40example.com");
});

test("what came by a link that does not work is answered by a call", async () => {
  await open([message("1", { email: "+91 97445 55666" })]);
  await expect
    .element(page.getByRole("link", { name: "+91 97445 55666" }))
    .toHaveAttribute("href", "tel:+919744555666");
});

test("a forwarded or handled message can only be assigned", async () => {
  await open([message("1", { state: "forwarded" }), message("2", { state: "undeliverable" })]);
  await expect
    .element(page.getByRole("button", { name: "Forward again: Subject 2" }))
    .toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Mark as handled: Subject 2" }))
    .toBeVisible();
  await expect
    .element(page.getByRole("button", { name: "Mark as handled: Subject 1" }))
    .not.toBeInTheDocument();
});

test("whoever may only read messages has no buttons for them", async () => {
  const server = fakeServer({ [LIST]: () => ({ messages: [message("a")], next: null }) });
  await show("/messages", <MessagesScreen viewer={AUDITOR} />);
  await expect.element(page.getByRole("heading", { name: "Subject a" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /Subject a/ })).not.toBeInTheDocument();
  await userEvent.keyboard("eahs");
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(server.requests.filter(({ request }) => request.startsWith(CHANGE))).toEqual([]);
});
