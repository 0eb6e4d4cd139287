import { type Import, LIMITS, REJECTIONS } from "@bindings";
import { type ChangeEvent, useRef, useState } from "react";
import { TextField } from "@/components/fields/field";
import { adviceOf } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { Figures } from "@/components/figures/figures";
import { usePending } from "@/components/use-pending";
import type { Outcome } from "@/outcome";
import styles from "./import-field.module.css";

type Importing = {
  /** Says what an import would do. */
  preview: (text: string) => Promise<Outcome<Import>>;
  /** Imports. */
  run: (text: string) => Promise<Outcome<Import>>;
};

/** A selected file by its name, with the preview of its import. */
type Chosen = { name: string; text: string; preview: Import };

/** The file input for an import. A preview is shown before anything is imported. */
export function ImportField({ preview, run }: Importing) {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(undefined);
    if (file.size > LIMITS.importMaxBytes) {
      setError(REJECTIONS["import-too-large"].hint);
      return;
    }
    // The file may have been moved since.
    const text = await file.text().catch(() => null);
    if (text === null) {
      setError("This file could not be read. Choose it again, or choose another.");
    } else {
      const outcome = await preview(text);
      if (outcome.outcome === "accepted") {
        setChosen({ name: file.name, text, preview: outcome.value });
      } else if (outcome.outcome === "refused") {
        setError(adviceOf(outcome));
      } else {
        notify(outcome.notice);
      }
    }
  }

  function close() {
    setChosen(undefined);
    // Cleared, so that the same file can be selected again after a correction.
    if (input.current) input.current.value = "";
  }

  return (
    <div>
      <TextField
        ref={input}
        type="file"
        accept=".json,application/json"
        label="Import a JSON export"
        hint="You will see what would change before anything is imported."
        error={error}
        onChange={(event) => void choose(event)}
      />
      {chosen && <ImportDialog {...chosen} run={run} onClose={close} />}
    </div>
  );
}

type Props = Chosen & Pick<Importing, "run"> & { onClose: () => void };

/** Shows the preview of an import, and imports. */
function ImportDialog({ name, text, preview, run, onClose }: Props) {
  const [pending, start] = usePending();
  const nothing = preview.new + preview.changed === 0;

  function importIt() {
    void start(async () => {
      const outcome = await run(text);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onClose();
    });
  }

  return (
    <Dialog
      title="Import Records"
      description={
        <>
          This is what <bdi>{name}</bdi> contains. Importing it removes nothing and undoes no later
          edits.
        </>
      }
      onClose={onClose}
    >
      <div className={styles.stack}>
        <Figures
          figures={{
            New: preview.new,
            Changed: preview.changed,
            "Here already": preview.same,
            Refused: preview.refused,
            Unreadable: preview.unreadable,
            ...(preview.denied > 0 && { "Not allowed": preview.denied }),
            ...(preview.future > 0 && { "In the future": preview.future }),
            Ignored: preview.ignored,
          }}
        />
        {preview.awards > 0 && (
          <p>
            <strong>
              Referrals whose points change: {preview.awards.toLocaleString()} (
              {preview.pointsMore.toLocaleString()} points more,{" "}
              {preview.pointsLess.toLocaleString()} less).
            </strong>
          </p>
        )}
        {preview.refused > 0 && <p>Refused records were erased here by their owners.</p>}
        {preview.denied > 0 && (
          <p>
            Someone else has to import or award records that are not allowed, or their history is
            full.
          </p>
        )}
        {preview.future > 0 && <p>Records that are dated later than now are not taken.</p>}
        {preview.unreadable > 0 && (
          <p>Unreadable entries are left in the file and change nothing here.</p>
        )}
        {preview.ignored > 0 && (
          <p>
            Ignored entries are not records: they are older copies, or notes of what was erased
            where the file was made. An import erases nothing here.
          </p>
        )}
        {nothing && <p>This file contains nothing new.</p>}
        <div className={styles.actions}>
          {!nothing && (
            <Button pending={pending} onClick={importIt}>
              Import
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {nothing ? "Close" : "Cancel"}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
