import { expect, test } from "vitest";
import { csvOf } from "./csv";

test("a text cell is quoted, a number is not", async () => {
  expect(await csvOf(["Who", "How many"], [['Asha "A", Doha', -3]])).toBe(
    '\u{feff}"Who","How many"\r\n"Asha ""A"", Doha",-3\r\n',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "＝1"])(
  "%j is not a formula",
  async (text) => {
    expect(await csvOf(["Who"], [[text]])).toContain(`"'${text}"`);
  },
);

test.each([",", ";", "\t", "|", "\n", "; "])(
  "a formula after %j is none, wherever a spreadsheet separates",
  async (separator) => {
    const csv = await csvOf(["Who"], [[`Meera${separator}=HYPERLINK(1)`]]);
    expect(csv).toContain(`"Meera${separator}'=HYPERLINK(1)"`);
  },
);
