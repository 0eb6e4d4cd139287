import type { Spreadsheet, Spreadsheets } from "@bindings";
import { useState } from "react";
import { DataTable } from "@/console/parts/data-table";
import { counted, DateTime, formatDateTime, makerName } from "@/console/parts/formats";
import { Listing } from "@/console/parts/listing";
import { isDialogOpen } from "@/console/keys";
import { RowButton } from "@/console/parts/buttons";
import { focusSoon } from "@/console/parts/place";
import { usePages } from "@/console/parts/use-pages";
import styles from "@/console/console.module.css";
import { TakeOutDialog } from "./take-out-dialog";

/**
 * Focuses the list, as soon as no dialog is open any more: it says what is left of what was taken out,
 * and the button for that may be gone.
 */
export const focusImports = () =>
  focusSoon(() => (isDialogOpen() ? null : document.getElementById("imports")));

/** The imports so far: when, by whom, and what is left of each. */
export function Imports() {
  const list = usePages<Spreadsheets>("/spreadsheets");
  const imports = list.pages.flatMap((page) => page.imports);
  const [asking, setAsking] = useState<Spreadsheet>();
  return (
    <section aria-labelledby="imports">
      <h2 id="imports" tabIndex={-1} className={styles.heading}>
        Earlier imports
      </h2>
      <Listing
        list={list}
        count={imports.length}
        empty="Nothing was imported in the last 400 days. Imports appear here, and can be taken out again."
        more="Show older imports"
      >
        <DataTable
          caption="Imports, newest first"
          rows={imports}
          keyOf={({ id }) => id}
          columns={[
            { label: "When", cell: ({ at }) => <DateTime at={at} /> },
            { label: "By whom", cell: ({ by }) => makerName(by) },
            { label: "Came in", cell: ({ added }) => counted(added, "referral") },
            { label: "Now", cell: nowOf },
            {
              label: "",
              cell: (one) =>
                one.left > 0 && (
                  <RowButton
                    label="Take out again…"
                    about={`the import of ${formatDateTime(one.at)}`}
                    onClick={() => setAsking(one)}
                  />
                ),
            },
          ]}
        />
      </Listing>
      {asking && (
        <TakeOutDialog id={asking.id} onDone={focusImports} onClose={() => setAsking(undefined)} />
      )}
    </section>
  );
}

/** What is left of an import. */
function nowOf({ left, takenOut, takenOutAt, takenOutBy }: Spreadsheet): string {
  const here = left === 0 ? "None here" : `${left.toLocaleString("en-GB")} here`;
  if (takenOutAt === null) return here;
  const out = takenOut.toLocaleString("en-GB");
  return `${here}. ${out} taken out by ${makerName(takenOutBy)}, ${formatDateTime(takenOutAt)}`;
}
