import { useEffect, useRef, useState } from "react";
import { ImportForm } from "./import-form";
import { Imported, type ImportedRows } from "./imported";
import { focusImports, Imports } from "./imports";
import styles from "@/console/console.module.css";
import own from "./spreadsheet.module.css";

/** Imports referrals from a spreadsheet, and takes them out again. */
export default function SpreadsheetScreen() {
  const [imported, setImported] = useState<ImportedRows>();
  const result = useRef<HTMLElement>(null);

  // It stands above what one has just pressed. Whoever types the next rows goes on.
  useEffect(() => {
    if (imported && !document.activeElement?.matches("input, textarea, select")) {
      result.current?.focus();
    }
  }, [imported]);

  return (
    <>
      <title>Import a spreadsheet – Console</title>
      <h1>Import a spreadsheet</h1>
      <p className={styles.lead}>
        Old referrals or a trade fair’s list become referrals, as if their referrers had filled in
        the form. Nobody gets a message about it, and you can take all of them out again.
      </p>
      {imported && (
        <section
          ref={result}
          tabIndex={-1}
          aria-label={`${imported.notice.title}. ${imported.notice.description}`}
          className={own.done}
        >
          <Imported
            of={imported}
            onTakenOut={focusImports}
            onClose={() => setImported(undefined)}
          />
        </section>
      )}
      <ImportForm onImported={setImported} />
      <Imports />
    </>
  );
}
