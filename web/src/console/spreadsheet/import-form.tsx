import type { RowCheck } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { type ChangeEvent, useRef, useState } from "react";
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
import { NOTHING, readSheet, rowsOf, type Sheet, TOO_LONG, tooMuchOf, withRows } from "./sheet";
import { type Choices, draftOf, readFile, type Row } from "./table";
import own from "./spreadsheet.module.css";

/**
 * From a text to referrals: the rows, what is in each column, what is doubtful. All that was typed and
 * chosen stays until it is imported.
 */
export function ImportForm({ onImported }: { onImported: (rows: ImportedRows) => void }) {
  const [sheet, setSheet] = useState(NOTHING);
  const [error, setError] = useState<string>();
  const [checked, setChecked] = useState<{ sheet: Sheet; checks: readonly RowCheck[] }>();
  const [pending, run] = usePending();
  const file = useRef<HTMLInputElement>(null);
  const found = useRef<HTMLHeadingElement>(null);
  /** The sheet as it is when an answer comes: one goes on typing in the meantime. */
  const newest = useRef(sheet);
  const { columns, defaults } = sheet.choices;
  const rows = rowsOf(sheet);
  const drafts = rows.map((row) => draftOf(row, columns, defaults));
  const tooMuch = tooMuchOf(sheet);

  /** Another sheet makes what was found outdated. */
  function put(next: Sheet) {
    newest.current = next;
    setSheet(next);
  }

  function take(text: string) {
    put(readSheet(text, newest.current.choices.defaults));
    setError(undefined);
  }

  const change = (changed: Partial<Choices>) =>
    put({ ...sheet, choices: { ...sheet.choices, ...changed } });

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

  async function checkRows() {
    const reply = await checkSpreadsheet({ rows: drafts });
    if (reply.outcome !== "accepted") {
      notify(reply.notice);
    } else if (newest.current === sheet) {
      setChecked({ sheet, checks: reply.value.rows });
      focusSoon(() => found.current);
    }
  }

  /** Keeps the rows that did not come in, so that they can be corrected and imported. */
  function finish(imported: ImportedRows, left: readonly Row[]) {
    if (newest.current !== sheet) {
      onImported({ ...imported, left: 0 });
      return;
    }
    put(withRows(sheet, left));
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
          value={sheet.text}
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
          <ColumnChoices table={sheet.table} choices={sheet.choices} onChange={change} />
          <Button pending={pending} onClick={() => void run(checkRows)}>
            Check {counted(rows.length, "row")}
          </Button>
        </>
      )}
      {checked?.sheet === sheet && (
        <CheckedRows
          heading={found}
          rows={rows}
          drafts={drafts}
          checks={checked.checks}
          onImported={finish}
        />
      )}
    </>
  );
}

const NOT_UTF_8 =
  "This file is not in UTF-8. In your spreadsheet, save it as “CSV UTF-8”, and choose it again.";
