import { expect, test } from "vitest";
import { ago, durationSince, staffName, formatPercent } from "./formats";

test.each([
  [0, "today", "since today"],
  [1, "yesterday", "since yesterday"],
  [12, "12 days ago", "for 12 days"],
])("what began %i days ago began %s and has lasted %s", (days, began, lasted) => {
  const at = Date.now() - days * 86_400_000;
  expect(ago(at)).toBe(began);
  expect(durationSince(at)).toBe(lasted);
});

test("a start in the future, by another clock, counts as today", () => {
  expect(ago(Date.now() + 3 * 86_400_000)).toBe("today");
});

test("a rate is in whole percent, and a missing rate is not shown as zero", () => {
  expect([formatPercent(0.666), formatPercent(0), formatPercent(null)]).toEqual([
    "67 %",
    "0 %",
    "–",
  ]);
});

test("an unknown owner is not called nobody", () => {
  expect(staffName(undefined, [])).toBe("–");
  expect(staffName("s7", [])).toBe("Someone else");
});
