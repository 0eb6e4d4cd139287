/** A referral beside its list, where there is room for both. */
import { beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Console } from "./console";
import { fakeServer, listOf, OWNER, referral, show } from "./testing/fake-console";

const NAMES = ["Meera", "Yusuf", "Joseph", "Fatima"];
const pathOf = (name: string) => `GET /referrals/n${name}`;

beforeEach(async () => {
  localStorage.clear();
  await page.viewport(1200, 700);
});

async function open(path = "/referrals?service=Training") {
  const details = NAMES.map((name) => [
    pathOf(name),
    () => ({
      referral: referral(name),
      submitted: referral(name).referral,
      timeline: [],
      possible: [],
    }),
  ]);
  const server = fakeServer({
    "GET /session": () => OWNER,
    "GET /inbox": () => listOf(),
    "GET /duplicates": () => ({ pairs: [], next: null }),
    "POST /messages/search": () => ({ messages: [], next: null }),
    "POST /referrals/search": () => listOf(...NAMES),
    ...Object.fromEntries(details),
  });
  await show(path, <Console />);
  return server;
}

const person = (name: string) => page.getByRole("heading", { level: 1, name, exact: true });
const row = (name: string) => page.getByRole("table").getByRole("link", { name, exact: true });
const address = page.getByRole("status", { name: "Address" });

test("a referral opens beside its list, and follows j and k through it", async () => {
  const server = await open();
  await userEvent.click(row("Meera"));
  await expect.element(person("Meera")).toBeVisible();
  await expect.element(row("Fatima")).toBeVisible();
  await expect.element(address).toMatchTextContent("/referrals/nMeera?service=Training");
  await vi.waitFor(() => expect(server.of(pathOf("Yusuf"))).toHaveLength(1));
  await userEvent.keyboard("jj");
  await expect.element(person("Joseph")).toBeVisible();
  await userEvent.keyboard("k");
  await expect.element(person("Yusuf")).toBeVisible();
  await expect.element(address).toMatchTextContent("/referrals/nYusuf?service=Training");
});

test("b closes it, at the row that it was opened from", async () => {
  await open();
  await userEvent.click(row("Joseph"));
  await expect.element(person("Joseph")).toBeVisible();
  await userEvent.keyboard("b");
  await expect.element(person("Joseph")).not.toBeInTheDocument();
  await expect.element(row("Joseph")).toHaveFocus();
  await expect.element(address).toMatchTextContent("/referrals?service=Training");
});

test("all of a row opens it, but its checkbox selects it", async () => {
  await open();
  await userEvent.click(page.getByRole("checkbox", { name: "Select Meera" }));
  await expect.element(page.getByText("1 referral selected")).toBeVisible();
  await userEvent.click(page.getByRole("row", { name: /Yusuf/ }).getByText("Training"));
  await expect.element(person("Yusuf")).toBeVisible();
});

test("a narrower window takes away the list, but not what was opened", async () => {
  await open();
  await userEvent.click(row("Meera"));
  await expect.element(person("Meera")).toBeVisible();
  const heading = person("Meera").element();
  await page.viewport(800, 700);
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  expect(person("Meera").element()).toBe(heading);
});

test("where there is no room for both, the referral has the screen", async () => {
  await page.viewport(1000, 700);
  await open();
  await userEvent.click(row("Meera"));
  await expect.element(person("Meera")).toBeVisible();
  await expect.element(page.getByRole("table")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Back to the list" })).toBeVisible();
});
