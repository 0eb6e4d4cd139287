/** Spreadsheets as they are copied and saved. */
import { CONSOLE_LIMITS } from "@bindings/staff";
import { expect, test } from "vitest";
import { NOTHING, readSheet, TOO_LONG, tooMuchOf } from "./sheet";
import { draftOf, guessColumns, hasHeadings, readFile, readTable, widthOf } from "./table";

const cells = (text: string) => readTable(text).map((row) => row.cells);

test("rows are read as spreadsheets copy and save them", () => {
  const table = [
    ["Name", "Phone"],
    ["Nair, Asha", "98000 00001"],
  ];
  expect(cells("Name\tPhone\r\nNair, Asha\t98000 00001\r\n")).toEqual(table);
  expect(cells('\uFEFFName,Phone\n"Nair, Asha",98000 00001')).toEqual(table);
  expect(cells('Name;Phone\r"Nair, Asha"; 98000 00001 \r')).toEqual(table);
  expect(cells('"Name","Phone"\n"Nair, Asha","98000 00001"\n\n')).toEqual(table);
});

test("a quoted cell has lines, separators and quotes", () => {
  expect(cells('A,B\n"She said ""hi"",\nthen left",x')).toEqual([
    ["A", "B"],
    ['She said "hi",\nthen left', "x"],
  ]);
  // A quote inside, or one that never ends, is only a letter.
  expect(cells('Asha "Ash" Nair,x\n')).toEqual([['Asha "Ash" Nair', "x"]]);
  expect(cells('A,B\n"Asha,x\nBina,y')).toEqual([
    ["A", "B"],
    ['"Asha', "x"],
    ["Bina", "y"],
  ]);
  expect(cells("")).toEqual([]);
});

test("rows keep their number in the spreadsheet, and their text", () => {
  const rows = readTable('A,B\r\n\r\n"x\ny",1\r\n,\r\nz,2');
  expect(rows.map(({ line, source }) => [line, source])).toEqual([
    [1, "A,B"],
    [3, '"x\ny",1'],
    [5, "z,2"],
  ]);
});

test.each([
  [
    ["Name", "Phone", "Service", "Notes"],
    ["referredName", "referredPhone", "service", "notes"],
  ],
  [
    ["REFERRED BY", "Referrer mobile", "Candidate", "Contact no.", "Interested in", "Remarks"],
    ["referrerName", "referrerPhone", "referredName", "referredPhone", "service", "notes"],
  ],
  [
    ["Name", "Full name", "Stand", "E-mail"],
    ["referredName", "", "", ""],
  ],
])("the headings %j are known", (headings, columns) => {
  const rows = readTable(headings.join("\t"));
  expect(guessColumns(rows)).toEqual(columns);
  expect(hasHeadings(rows)).toBe(true);
});

test("what is too much for one import is told before it is read or drawn", () => {
  const { defaults } = NOTHING.choices;
  const long = readSheet("x\n".repeat(CONSOLE_LIMITS.spreadsheetMaxBytes / 2 + 1), defaults);
  expect([long.table, tooMuchOf(long)]).toEqual([[], TOO_LONG]);
  const tooMuch = (text: string) => tooMuchOf(readSheet(text, defaults));
  const many = Array.from({ length: CONSOLE_LIMITS.spreadsheetRows + 1 }, () => "Asha\t1");
  expect(tooMuch(many.join("\n"))).toMatch(/2,001 rows.*at most 2,000 rows/);
  expect(tooMuch(["Name\tPhone", ...many.slice(1)].join("\n"))).toBeUndefined();
  expect(tooMuch(`Asha${"\t1".repeat(50)}`)).toMatch(/51 columns/);
  // Cells that are empty in all rows are none.
  expect(tooMuch(`Asha\t1${"\t".repeat(100_000)}`)).toBeUndefined();
  expect(widthOf(readTable("Asha\t1\t\nBina\t\t\tx\t\t"))).toBe(4);
});

test("rows without headings are told from those with some", () => {
  expect(hasHeadings(readTable("Asha Nair\t98000 00001"))).toBe(false);
  expect(hasHeadings(readTable("Persona\t98000 00001"))).toBe(false);
  expect(hasHeadings([])).toBe(false);
});

test("a row says what it has, and gets the rest from what is chosen for all", () => {
  const [row] = readTable("Asha\t98000 00001\t");
  const defaults = { service: "training", referrerName: "Fair", referrerPhone: "98000 00009" };
  const draft = row && draftOf(row, ["referredName", "referredPhone", "service"], defaults);
  expect(draft).toEqual({
    ...defaults,
    referredName: "Asha",
    referredPhone: "98000 00001",
    notes: "",
  });
});

const file = (bytes: number[]) => new File([new Uint8Array(bytes)], "x.csv");

test("a file in another encoding than UTF-8 is not guessed at", async () => {
  expect(await readFile(file([0xef, 0xbb, 0xbf, 0x41]))).toBe("A");
  expect(await readFile(file([0x41, 0xe9]))).toBeUndefined();
});
