import { expect, test } from "vitest";
import { both, decimal, listed, number, plural } from "./format";

test.each([
  ["en-GB", ["other", "one", "other", "other", "other", "other"]],
  ["ar-QA-u-nu-latn", ["zero", "one", "two", "few", "many", "other"]],
  ["hi-IN-u-nu-latn", ["one", "one", "other", "other", "other", "other"]],
  ["ta-IN-u-nu-latn", ["other", "one", "other", "other", "other", "other"]],
])("plurals in %s", (locale, categories) => {
  expect([0, 1, 2, 3, 11, 100].map((count) => plural(count, locale))).toEqual(categories);
});

test.each([
  ["en-GB", "1,234,567", "900.500", "9,000"],
  ["ar-QA-u-nu-latn", "1,234,567", "900.500", "9,000"],
  ["hi-IN-u-nu-latn", "12,34,567", "900.500", "9,000"],
  ["ta-IN-u-nu-latn", "12,34,567", "900.500", "9,000"],
])("numbers in %s", (locale, whole, exact, round) => {
  expect(number(1_234_567, locale)).toBe(whole);
  expect(decimal("900.500", locale)).toBe(exact);
  expect(decimal("9000.00", locale)).toBe(round);
});

test.each([
  ["en-GB", "Chennai and Doha", "A, B, C"],
  ["ar-QA-u-nu-latn", "Chennai وDoha", "A، وB، وC"],
  ["hi-IN-u-nu-latn", "Chennai और Doha", "A, B, और C"],
])("lists in %s", (locale, two, three) => {
  expect(both(["Chennai", "Doha"], locale)).toBe(two);
  expect(listed(["A", "B", "C"], locale)).toBe(three);
});
