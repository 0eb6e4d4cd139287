import { expect, test } from "vitest";
import { commonPeriods, periodLabel } from "./periods";

test("the common periods are whole months and quarters, and 30 days with today", () => {
  expect(commonPeriods(new Date(2026, 10, 24))).toEqual([
    { label: "This month", days: { from: "2026-11-01", to: "2026-11-30" } },
    { label: "Last month", days: { from: "2026-10-01", to: "2026-10-31" } },
    { label: "Last 30 days", days: { from: "2026-10-26", to: "2026-11-24" } },
    { label: "This quarter", days: { from: "2026-10-01", to: "2026-12-31" } },
  ]);
  const [month, lastMonth, days, quarter] = commonPeriods(new Date(2028, 1, 29));
  expect(month?.days).toEqual({ from: "2028-02-01", to: "2028-02-29" });
  expect(lastMonth?.days).toEqual({ from: "2028-01-01", to: "2028-01-31" });
  const [, december] = commonPeriods(new Date(2027, 0, 31));
  expect(december?.days).toEqual({ from: "2026-12-01", to: "2026-12-31" });
  expect(days?.days).toEqual({ from: "2028-01-31", to: "2028-02-29" });
  expect(quarter?.days).toEqual({ from: "2028-01-01", to: "2028-03-31" });
});

test("a period without a name is called by its days, and one that is none by what was typed", () => {
  expect(periodLabel({ from: "2025-03-01", to: "2025-03-31" })).toBe("1 Mar 2025 – 31 Mar 2025");
  expect(periodLabel({ from: "2025-03-01", to: "2025-03-01" })).toBe("1 Mar 2025");
  expect(periodLabel({ from: "", to: "2025-03-31" })).toBe("until 31 Mar 2025");
  expect(periodLabel({ from: "whenever", to: "" })).toBe("since whenever");
});
