import { download } from "@/components/download";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "./buttons";
import { noticeOf } from "@/console/server";

export type Cell = string | number;

/** What a spreadsheet may take for the start of a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/u;
/** The byte order mark, from which spreadsheets know that the text is UTF-8. */
const UTF_8 = "\u{feff}";

/** CSV for spreadsheets (RFC 4180), in which no text is a formula. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return UTF_8 + [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
}

function quoted(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return `"${safe.replaceAll('"', '""')}"`;
}

type Props = {
  /** The name of the file, without date and extension. */
  name: string;
  head: readonly string[];
  rows: readonly (readonly Cell[])[] | (() => Promise<readonly (readonly Cell[])[]>);
};

/** Saves a table as a file. */
export function CsvButton({ name, head, rows }: Props) {
  const [pending, run] = usePending();

  async function save() {
    try {
      download(name, "csv", csvOf(head, typeof rows === "function" ? await rows() : rows));
    } catch (error) {
      notify(noticeOf(error));
    }
  }
  return (
    <SmallButton pending={pending} pendingLabel="Fetching…" onClick={() => void run(save)}>
      Save as CSV
    </SmallButton>
  );
}
