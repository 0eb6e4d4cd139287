import { expect, test } from "vitest";
import { csvOf } from "./csv";

test("a text cell is quoted, a number is not", () => {
  expect(csvOf(["Who", "How many"], [['Asha "A", Doha', 3]])).toBe(
    '\u{feff}"Who","How many"\r\n"Asha ""A"", Doha",3\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"])("%j is not a formula", (text) => {
  expect(csvOf(["Who"], [[text]])).toContain(`"'${text}"`);
});
