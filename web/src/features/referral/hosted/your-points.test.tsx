/** What a member has in points, and how it came to that. */
import type { RewardStatement, StatementLine } from "@bindings";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { json, problem } from "@/testing/server/answers";
import { MEMBER } from "@/testing/samples";
import { button, logIn, showHostedPage, site } from "./testing/hosted-site";

const ROUTE = "GET /me/rewards";
const DAY_MS = 86_400_000;
const NOW = Date.UTC(2027, 0, 31, 12);

const section = page.getByRole("region", { name: "Your points" });
const table = section.getByRole("table");

const line = (points: number, balance: number, change: Partial<StatementLine> = {}) => ({
  at: NOW,
  what: "Priya N. · HR Recruitment was successful",
  points,
  balance,
  heldUntil: null,
  cuts: [],
  ...change,
});

const HELD = NOW + 90 * DAY_MS;
const CUT = "200 points less, because of the rule most.";
const FIRST: RewardStatement = {
  balance: { points: 620, available: 320, onHold: [{ until: HELD, points: 300 }] },
  expires: [],
  lines: [
    line(300, 620, { heldUntil: HELD, cuts: [CUT] }),
    line(-500, 320, { what: "Binu T. · Training, taken back" }),
  ],
  before: 820,
  next: "7",
};
const LAST: RewardStatement = { ...FIRST, lines: [line(820, 820)], before: 0, next: null };

beforeEach(showHostedPage);
afterEach(() => delete document.documentElement.dataset["print"]);

/** The figures of a column, the last of them its sum. */
const figures = (name: string) =>
  [...table.element().querySelectorAll(`[data-name="${name}"]`)].map(({ textContent }) =>
    Number(textContent.replaceAll(",", "").replace("−", "-")),
  );

test("what is available stands large, what is on hold says until when, and the last line is the sum", async () => {
  site.server.instead.set(ROUTE, () => json(FIRST));
  await logIn("Sign Up", MEMBER);
  await expect.element(section.getByText("320", { exact: true }).first()).toBeVisible();
  const held = section.getByRole("list", { name: /^On hold/ });
  await expect.element(held).toMatchTextContent(/^300 until .*May.*2027/);
  const newest = table.getByRole("row").nth(1);
  await expect.element(newest).toMatchTextContent(/Priya N\. · HR Recruitment was successful/);
  await expect.element(newest).toMatchTextContent(/On hold until .*2027\. 200 points less/);
  await expect.element(table.getByRole("row", { name: /^Earlier lines/ })).toBeVisible();
  const points = figures("Points");
  expect(points).toEqual([300, -500, 820, 620]);
  expect(points.slice(0, -1).reduce((sum, it) => sum + it, 0)).toBe(points.at(-1));
  expect(figures("Balance")).toEqual([620, 320, 820]);
});

const on = (month: number, points: number) => ({ at: Date.UTC(2027, month, 1, 12), points });

test("what expires when is said, the soonest first", async () => {
  const expires = [on(2, 120), on(3, 1), on(4, 5), on(5, 6), on(6, 7), on(7, 30), on(8, 40)];
  site.server.instead.set(ROUTE, () => json({ ...FIRST, expires }));
  await logIn("Sign Up", MEMBER);
  const items = section.getByRole("list", { name: /^Unless you use them/ }).getByRole("listitem");
  await expect.element(items.nth(0)).toMatchTextContent(/^120 points expire on .*Mar.*2027$/);
  await expect.element(items.nth(1)).toMatchTextContent(/^1 point expires on .*Apr.*2027$/);
  await expect.element(items.nth(5)).toHaveTextContent("70 expire later");
  expect(items.elements()).toHaveLength(6);
});

test("earlier lines are fetched on request, and the sum stays", async () => {
  site.server.instead.set(ROUTE, () => json(FIRST));
  await logIn("Sign Up", MEMBER);
  await expect.element(button("Show earlier lines")).toBeVisible();
  site.server.instead.set(ROUTE, () => json(LAST));
  await userEvent.click(button("Show earlier lines"));
  await expect.element(button("Show earlier lines")).not.toBeInTheDocument();
  expect(figures("Points")).toEqual([300, -500, 820, 620]);
  await expect.element(table.getByText("Earlier lines")).not.toBeInTheDocument();
  await expect.element(table).toHaveFocus();
});

test("without points it says how one gets some, and there is nothing to print", async () => {
  await logIn("Sign Up", MEMBER);
  await expect.element(section.getByText(/^You have no points yet/)).toBeVisible();
  await expect.element(button("Print")).not.toBeInTheDocument();
});

test("it says why it cannot be shown", async () => {
  site.server.instead.set(ROUTE, () => problem(400, ["bad-request"]));
  await logIn("Sign Up", MEMBER);
  await expect.element(section.getByText("Loading…")).not.toBeInTheDocument();
  await expect.element(section.getByRole("paragraph")).toMatchTextContent(/./);
});

test("below zero, it says that the next points make up for it", async () => {
  const balance = { points: -200, available: -200, onHold: [] };
  site.server.instead.set(ROUTE, () => json({ ...FIRST, balance, next: null, before: 0 }));
  await logIn("Sign Up", MEMBER);
  await expect.element(section.getByText(/The next points make up for it/)).toBeVisible();
});

test("what was taken back from what is on hold is made up for by it", async () => {
  const balance = { points: 0, available: -500, onHold: [{ until: HELD, points: 500 }] };
  site.server.instead.set(ROUTE, () => json({ ...FIRST, balance, next: null, before: 0 }));
  await logIn("Sign Up", MEMBER);
  await expect.element(section.getByText(/The next points make up for it/)).toBeVisible();
});

test("only the statement is printed, until that is over", async () => {
  site.server.instead.set(ROUTE, () => json(FIRST));
  const printed = vi.spyOn(globalThis, "print").mockImplementation(() => undefined);
  await logIn("Sign Up", MEMBER);
  await userEvent.click(button("Print"));
  expect(printed).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset["print"]).toBe("statement");
  dispatchEvent(new Event("afterprint"));
  expect(document.documentElement.dataset["print"]).toBeUndefined();
});
