import { useState } from "react";
import { ImportForm } from "./import-form";
import { Imported, type ImportedRows } from "./imported";
import { Imports } from "./imports";
import styles from "@/console/console.module.css";
import own from "./spreadsheet.module.css";

/** Imports referrals from a spreadsheet, and takes them out again. */
export default function SpreadsheetScreen() {
  const [imported, setImported] = useState<ImportedRows>();
  return (
    <>
      <title>Import a spreadsheet – Console</title>
      <h1>Import a spreadsheet</h1>
      <p className={styles.lead}>
        Old referrals or a trade fair’s list become referrals, as if their referrers had filled in
        the form. Nobody gets a message about it, and you can take all of them out again.
      </p>
      {imported && (
        <div className={own.done}>
          <Imported of={imported} onClose={() => setImported(undefined)} />
        </div>
      )}
      <ImportForm onImported={setImported} />
      <Imports />
    </>
  );
}
