import type { SpreadsheetCheck } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console";
import { type ChangeEvent, useMemo, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { TextAreaField, TextField } from "@/components/fields/field";
import { counted } from "@/console/parts/formats";
import { focusSoon } from "@/console/parts/place";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { checkSpreadsheet } from "@/console/server";
import { CheckedRows } from "./checked-rows";
import { ColumnChoices } from "./column-choices";
import type { ImportedRows } from "./imported";
import {
  type Choices,
  type Defaults,
  draftOf,
  guessColumns,
  hasHeadings,
  readFile,
  readTable,
  type Row,
} from "./table";
import own from "./spreadsheet.module.css";

const NO_DEFAULTS: Defaults = { service: "", referrerName: "", referrerPhone: "" };

/**
 * From a text to referrals: the rows, what is in each column, what is doubtful. All that was typed and
 * chosen stays until it is imported.
 */
export function ImportForm({ onImported }: { onImported: (rows: ImportedRows) => void }) {
  const [text, setText] = useState("");
  const [error, setError] = useState<string>();
  const [choices, setChoices] = useState<Choices>({
    columns: [],
    headed: false,
    defaults: NO_DEFAULTS,
  });
  const [check, setCheck] = useState<SpreadsheetCheck>();
  const [pending, run] = usePending();
  const file = useRef<HTMLInputElement>(null);
  const found = useRef<HTMLHeadingElement>(null);
  const table = useMemo(() => readTable(text), [text]);
  const { columns, headed, defaults } = choices;
  const rows = headed ? table.slice(1) : table;
  const tooMuch = tooMuchOf(text, rows);

  /** Takes another text, and guesses what is in its columns. */
  function take(next: string) {
    const read = readTable(next);
    setText(next);
    setError(undefined);
    setCheck(undefined);
    setChoices({ columns: guessColumns(read), headed: hasHeadings(read), defaults });
  }

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [chosen] = target.files ?? [];
    if (!chosen) return;
    if (chosen.size > CONSOLE_LIMITS.spreadsheetMaxBytes) {
      setError(TOO_LONG);
      return;
    }
    // The file may have been moved since.
    const read = await readFile(chosen).catch(() => null);
    if (read === null) setError("This file could not be read. Choose it again, or choose another.");
    else if (read === undefined) setError(NOT_UTF_8);
    else take(read);
  }

  /** Other choices make what was found outdated. */
  function change(changed: Partial<Choices>) {
    setChoices({ ...choices, ...changed });
    setCheck(undefined);
  }

  const drafts = rows.map((row) => draftOf(row, columns, defaults));

  async function checkRows() {
    const reply = await checkSpreadsheet({ rows: drafts });
    if (reply.outcome !== "accepted") {
      notify(reply.notice);
      return;
    }
    setCheck(reply.value);
    focusSoon(() => found.current);
  }

  /** Keeps the rows that did not come in, so that they can be corrected and imported. */
  function finish(imported: ImportedRows, left: readonly Row[]) {
    const heading = headed && left.length > 0 ? table.slice(0, 1) : [];
    setText([...heading, ...left].map(({ source }) => source).join("\n"));
    setCheck(undefined);
    if (file.current) file.current.value = "";
    onImported(imported);
  }

  return (
    <>
      <div className={own.source}>
        <TextAreaField
          label="Rows"
          hint="Copy them in your spreadsheet, with their headings, and paste them here."
          rows={6}
          spellCheck={false}
          autoComplete="off"
          value={text}
          error={tooMuch}
          onChange={({ target }) => take(target.value)}
        />
        <TextField
          ref={file}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          label="Or choose a CSV file"
          hint="With commas, semicolons or tabs, in UTF-8."
          error={error}
          onChange={(event) => void choose(event)}
        />
      </div>
      {rows.length > 0 && !tooMuch && (
        <>
          <ColumnChoices table={table} choices={choices} onChange={change} />
          <Button pending={pending} onClick={() => void run(checkRows)}>
            Check {counted(rows.length, "row")}
          </Button>
        </>
      )}
      {check && (
        <CheckedRows
          heading={found}
          rows={rows}
          drafts={drafts}
          checks={check.rows}
          onImported={finish}
        />
      )}
    </>
  );
}

const MAX_ROWS = CONSOLE_LIMITS.spreadsheetRows;
const TOO_LONG = "This is more than 1 MB. Import it in parts.";
const NOT_UTF_8 =
  "This file is not in UTF-8. In your spreadsheet, save it as “CSV UTF-8”, and choose it again.";

/** Why these rows are too much for one import, if they are. */
function tooMuchOf(text: string, rows: readonly Row[]): string | undefined {
  if (new Blob([text]).size > CONSOLE_LIMITS.spreadsheetMaxBytes) return TOO_LONG;
  if (rows.length <= MAX_ROWS) return undefined;
  return `These are ${counted(rows.length, "row")}. Import at most ${counted(MAX_ROWS, "row")} at once.`;
}
