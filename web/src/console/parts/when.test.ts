import { expect, test } from "vitest";
import { parseWhen, whenDue, whenSaid } from "./when";

/** A Monday. */
const NOW = new Date(2026, 10, 23, 14, 30);

test.for([
  ["tomorrow", new Date(2026, 10, 24, 9)],
  [" Tomorrow  at 15:30 ", new Date(2026, 10, 24, 15, 30)],
  ["today 17", new Date(2026, 10, 23, 17)],
  ["thu 10", new Date(2026, 10, 26, 10)],
  ["Thursday 10.15", new Date(2026, 10, 26, 10, 15)],
  ["mon", new Date(2026, 10, 30, 9)],
  ["mon 16", new Date(2026, 10, 23, 16)],
  ["sun 3pm", new Date(2026, 10, 29, 15)],
  ["fri 12am", new Date(2026, 10, 27, 0)],
  ["in 3 d", new Date(2026, 10, 26, 9)],
  ["3d", new Date(2026, 10, 26, 9)],
  ["in 2 weeks", new Date(2026, 11, 7, 9)],
  ["in 4 hours", new Date(2026, 10, 23, 18, 30)],
  ["24 Dec", new Date(2026, 11, 24, 9)],
  ["3 february 11", new Date(2027, 1, 3, 11)],
  ["2026-12-01 8:05", new Date(2026, 11, 1, 8, 5)],
  ["16:30", new Date(2026, 10, 23, 16, 30)],
  ["10.15", new Date(2026, 10, 24, 10, 15)],
  ["4pm", new Date(2026, 10, 23, 16)],
] as const)("%s", ([text, due]) => {
  expect(parseWhen(text, NOW)).toBe(due.getTime());
});

test.for([
  "",
  "soon",
  "thu 25",
  "thu 10:75",
  "13pm",
  "25:00",
  "16",
  "31 feb",
  "32 dec",
  "2026-13-01",
  "in d",
  "12/12",
])("“%s” says no time", (text) => {
  expect(parseWhen(text, NOW)).toBeUndefined();
});

test("what is understood is said in full, with the day and the year", () => {
  expect(whenSaid("thu 4", NOW)).toMatch(/^Thursday,? 26 November 2026 at 04:00$/);
  expect(whenSaid("22 nov", NOW)).toContain("2027");
  expect(whenSaid("soon", NOW)).toBeUndefined();
});

test.for([
  [new Date(2026, 10, 23, 14, 10), "due now"],
  [new Date(2026, 10, 23, 9), "5 h overdue"],
  [new Date(2026, 10, 20, 9), "3 d overdue"],
  [new Date(2026, 10, 23, 18), "today 18:00"],
  [new Date(2026, 10, 24, 9, 30), "tomorrow 09:30"],
  [new Date(2026, 10, 26, 10), "Thu 10:00"],
  [new Date(2026, 11, 12, 10), "12 Dec"],
] as const)("%s is %s", ([due, words]) => {
  expect(whenDue(due.getTime(), NOW)).toBe(words);
});
