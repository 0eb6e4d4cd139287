import { expect, test } from "vitest";
import { payWords, priceWords } from "./pay-and-price";

test.each([
  ["11000.00", "14000.00", "month", "QAR 11,000 to 14,000 a month"],
  ["900.500", null, "hour", "QAR 900.500 an hour"],
  ["1234567.00", null, "year", "QAR 1,234,567 a year"],
  ["99.00", "100.00", "day", "QAR 99 to 100 a day"],
] as const)("pay from %s to %s a %s", (from, to, period, words) => {
  expect(payWords({ currency: "QAR", from, to, period })).toBe(words);
});

test("what is not stated is told on request", () => {
  expect(payWords(null)).toBe("On request");
  expect(priceWords(null)).toBe("On request");
  expect(priceWords({ currency: "KWD", amount: "42.500" })).toBe("KWD 42.500 a person");
});
