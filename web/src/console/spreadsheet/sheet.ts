/** What somebody has pasted or chosen, and what they have said of it. */
import { CONSOLE_LIMITS } from "@bindings/staff";
import { counted } from "@/console/parts/formats";
import {
  type Choices,
  type Defaults,
  guessColumns,
  hasHeadings,
  readTable,
  type Row,
  widthOf,
} from "./table";

/** A text as a table. Another text and other choices are another sheet. */
export type Sheet = {
  readonly text: string;
  /** The rows, with their headings; none if the text is too long. */
  readonly table: readonly Row[];
  readonly choices: Choices;
};

const NO_DEFAULTS: Defaults = { service: "", referrerName: "", referrerPhone: "" };

export const NOTHING: Sheet = {
  text: "",
  table: [],
  choices: { columns: [], headed: false, defaults: NO_DEFAULTS },
};

const { spreadsheetRows: ROWS_MAX, spreadsheetMaxBytes: BYTES_MAX } = CONSOLE_LIMITS;

/** Each is drawn with its choice. */
const COLUMNS_MAX = 50;

export const TOO_LONG = "This is more than 1 MB. Import it in parts.";

const isTooLong = (text: string) => new Blob([text]).size > BYTES_MAX;

/** Reads a text, and guesses what is in its columns. */
export function readSheet(text: string, defaults: Defaults): Sheet {
  const table = isTooLong(text) ? [] : readTable(text);
  return {
    text,
    table,
    choices: { columns: guessColumns(table), headed: hasHeadings(table), defaults },
  };
}

/** The rows without their headings. */
export const rowsOf = ({ table, choices }: Sheet) => (choices.headed ? table.slice(1) : table);

/** The same with these rows only. They stay as they were read: alone, they could be read in another way. */
export function withRows({ table, choices }: Sheet, left: readonly Row[]): Sheet {
  const rows = choices.headed && left.length > 0 ? [...table.slice(0, 1), ...left] : left;
  return { text: rows.map(({ source }) => source).join("\n"), table: rows, choices };
}

/** Why this is too much for one import, if it is. */
export function tooMuchOf(sheet: Sheet): string | undefined {
  if (isTooLong(sheet.text)) return TOO_LONG;
  const [rows, columns] = [rowsOf(sheet).length, widthOf(sheet.table)];
  if (rows > ROWS_MAX) {
    return `These are ${counted(rows, "row")}. Import at most ${counted(ROWS_MAX, "row")} at once.`;
  }
  if (columns <= COLUMNS_MAX) return undefined;
  return `These are ${counted(columns, "column")}. Import at most ${counted(COLUMNS_MAX, "column")}.`;
}
