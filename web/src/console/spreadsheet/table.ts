/** The text of a spreadsheet, as it is copied or saved, as rows and columns. */
import type { ReferralDraft } from "@bindings";

/** A row that is not empty. */
export type Row = {
  /** Its number in the spreadsheet, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** Its text. */
  readonly source: string;
};

/** What is in a column; empty for what is not imported. */
export type Column = keyof ReferralDraft | "";

export const COLUMNS: readonly { readonly value: Column; readonly label: string }[] = [
  { value: "", label: "Nothing to import" },
  { value: "referredName", label: "Name" },
  { value: "referredPhone", label: "Phone" },
  { value: "service", label: "Service" },
  { value: "notes", label: "Notes" },
  { value: "referrerName", label: "Referrer’s name" },
  { value: "referrerPhone", label: "Referrer’s phone" },
];

/**
 * Reads CSV (RFC 4180) with commas, semicolons or tabs. A quote that never ends is a quote in a text.
 */
export function readTable(text: string): Row[] {
  const all = text.replace(/^\uFEFF/, "");
  const separator = separatorOf(all);
  return rowsOf(all, separator, true) ?? rowsOf(all, separator, false) ?? [];
}

/** The separator that is most frequent in the first line, outside quotes. */
function separatorOf(text: string): string {
  const [line = ""] = text
    .replace(/"(?:[^"]|"")*"/g, "")
    .trimStart()
    .split(/[\r\n]/, 1);
  const count = (separator: string) => line.split(separator).length;
  return ["\t", ";", ","].reduce((best, one) => (count(one) > count(best) ? one : best));
}

/** The rows; `undefined` if a quote never ends. */
function rowsOf(text: string, separator: string, hasQuotes: boolean): Row[] | undefined {
  const rows: Row[] = [];
  let [cells, cell, start, line]: [string[], string, number, number] = [[], "", 0, 0];
  let [isQuoted, wasQuoted] = [false, false];

  function endCell() {
    cells.push(cell.trim());
    [cell, wasQuoted] = ["", false];
  }

  function endRow(end: number) {
    endCell();
    line += 1;
    if (cells.some(Boolean)) rows.push({ line, cells, source: text.slice(start, end) });
    cells = [];
  }

  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charAt(at);
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text.charAt(at + 1) === '"') cell += text.charAt((at += 1));
      else isQuoted = false;
    } else if (hasQuotes && letter === '"' && !wasQuoted && cell.trim() === "") {
      [isQuoted, wasQuoted, cell] = [true, true, ""];
    } else if (letter === separator) {
      endCell();
    } else if (letter === "\n" || letter === "\r") {
      endRow(at);
      if (letter === "\r" && text.charAt(at + 1) === "\n") at += 1;
      start = at + 1;
    } else {
      cell += letter;
    }
  }
  if (isQuoted) return undefined;
  if (start < text.length) endRow(text.length);
  return rows;
}

/** How many columns there are, up to the last one in which a row has something. */
export const widthOf = (rows: readonly Row[]) =>
  rows.reduce((most, { cells }) => Math.max(most, cells.findLastIndex(Boolean) + 1), 0);

const IS_REFERRER = /referr?er|(referred|recommended|introduced|brought|ref)by|agent/;
const IS_PHONE = /phone|mobile|tel|cell|whatsapp|number|contact/;

/** What the heading of a column says that it has. */
function guess(heading: string): Column {
  const letters = heading.toLowerCase().replace(/[^\p{L}]/gu, "");
  const isPhone = IS_PHONE.test(letters);
  if (IS_REFERRER.test(letters)) return isPhone ? "referrerPhone" : "referrerName";
  if (/note|remark|comment|message/.test(letters)) return "notes";
  if (/service|interest|course|product/.test(letters)) return "service";
  if (isPhone) return "referredPhone";
  return /name|candidate|person|friend|lead|referred|referral/.test(letters) ? "referredName" : "";
}

/** What is in each column, by the headings in the first row; each only once. */
export function guessColumns([first]: readonly Row[]): Column[] {
  const guessed = (first?.cells ?? []).map(guess);
  return guessed.map((column, at) => (guessed.indexOf(column) === at ? column : ""));
}

/** Whether the first row has headings: it names a column, and has no number. */
export function hasHeadings(rows: readonly Row[]): boolean {
  return guessColumns(rows).some(Boolean) && !rows[0]?.cells.some(isNumber);
}

const isNumber = (cell: string) => cell.replace(/\D/g, "").length >= 7;

/** What rows have that say nothing themselves. */
export type Defaults = Pick<ReferralDraft, "service" | "referrerName" | "referrerPhone">;

/** What somebody has said of a table. */
export type Choices = {
  readonly columns: readonly Column[];
  /** Whether the first row has the headings. */
  readonly headed: boolean;
  readonly defaults: Defaults;
};

/** The form that a row fills in. */
export function draftOf(
  { cells }: Row,
  columns: readonly Column[],
  defaults: Defaults,
): ReferralDraft {
  const cell = (column: Column) => cells[columns.indexOf(column)] ?? "";
  return {
    referrerName: cell("referrerName") || defaults.referrerName,
    referrerPhone: cell("referrerPhone") || defaults.referrerPhone,
    referredName: cell("referredName"),
    referredPhone: cell("referredPhone"),
    service: cell("service") || defaults.service,
    notes: cell("notes"),
  };
}

/** The text of a file; `undefined` if it is not in UTF-8. */
export async function readFile(file: File): Promise<string | undefined> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
