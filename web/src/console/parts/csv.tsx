import { download } from "@/components/download";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "./buttons";
import { noticeOf } from "@/api/requests";
import { loadRules } from "@/rules";

export type Cell = string | number;

/** The byte order mark, from which spreadsheets know that the text is UTF-8. */
const UTF_8 = "\u{feff}";

/** CSV for spreadsheets (RFC 4180), in which no text is a formula. */
export async function csvOf(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
): Promise<string> {
  const { csvCell } = await loadRules();
  const quoted = (cell: Cell) => (typeof cell === "number" ? String(cell) : csvCell(cell));
  return UTF_8 + [head, ...rows].map((row) => `${row.map(quoted).join(",")}\r\n`).join("");
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
      download(name, "csv", await csvOf(head, typeof rows === "function" ? await rows() : rows));
    } catch (error) {
      notify(noticeOf(error));
    }
  }
  return (
    <SmallButton pending={pending} pendingLabel="Fetching…" onClick={() => void run(save)}>
      Export as CSV
    </SmallButton>
  );
}
