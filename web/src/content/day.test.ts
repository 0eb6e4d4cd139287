import { expect, test, vi } from "vitest";
import { AFTER_ALL, changeBy, dayBy, hasVacancies } from "./day";

vi.mock("@/content/generated/addresses", () => ({
  changes: ["2026-12-01", "2027-03-16"],
  vacanciesUntil: "2026-11-30",
}));

test("the day is the last on which something went", () => {
  expect(changeBy("2026-11-30")).toBe("");
  expect(changeBy("2026-12-01")).toBe("2026-12-01");
  expect(changeBy("2031-01-01")).toBe("2027-03-16");
});

test("a page that is left open follows the visitor's clock", () => {
  expect(dayBy("", "2026-12-01")).toBe("2026-12-01");
});

test("a clock that is slow does not bring back what the server has taken away", () => {
  expect(dayBy("2026-12-01", "2026-11-01")).toBe("2026-12-01");
});

test("a page that was stored for reading offline shows what holds today", () => {
  expect(dayBy(AFTER_ALL, "2026-12-05")).toBe("2026-12-01");
});

test("a vacancy is open on its last day, and not the day after", () => {
  expect(hasVacancies(changeBy("2026-11-30"))).toBe(true);
  expect(hasVacancies(changeBy("2026-12-01"))).toBe(false);
  expect(hasVacancies(AFTER_ALL)).toBe(false);
});
