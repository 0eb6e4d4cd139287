import { type Import, LIMITS, REJECTIONS } from "@bindings";
import { type ChangeEvent, useRef, useState } from "react";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { advice } from "./field-errors";
import { programme } from "./programme";
import { ImportDialog } from "./import-dialog";

/** A file that can be imported, and what an import of it would do. */
type Chosen = { name: string; text: string; preview: Import };

/** Chooses an export; what it would do is shown before anything is done. */
export function ImportField() {
  const input = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [chosen, setChosen] = useState<Chosen>();

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? [];
    if (!file) return;
    setError(undefined);
    const text = file.size > LIMITS.importMaxBytes ? undefined : await read(file);
    if (text === undefined) {
      setError(REJECTIONS["import-too-large"].hint);
    } else if (text === null) {
      setError("This file could not be read. Choose it again, or another one.");
    } else {
      const outcome = await programme.previewImport(text);
      if (outcome.outcome === "accepted") {
        setChosen({ name: file.name, text, preview: outcome.value });
      } else if (outcome.outcome === "refused") {
        setError(advice(outcome));
      } else {
        notify(outcome.notice);
      }
    }
  }

  function close() {
    setChosen(undefined);
    // So that the same file, mended, can be chosen again.
    if (input.current) input.current.value = "";
  }

  return (
    <div>
      <TextField
        ref={input}
        type="file"
        accept=".json,application/json"
        label="Import a JSON export"
        hint="You see what it would change before anything is changed."
        error={error}
        onChange={(event) => void choose(event)}
      />
      {chosen && <ImportDialog {...chosen} onClose={close} />}
    </div>
  );
}

/** The text of a file; `null` if it cannot be read, because it has been moved away, say. */
async function read(file: File): Promise<string | null> {
  try {
    return await file.text();
  } catch {
    return null;
  }
}
