import { type Import, LIMITS, REJECTIONS } from "@bindings";
import { type ChangeEvent, useRef, useState } from "react";
import { TextField } from "@/components/fields/field";
import { adviceOf } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { Figures } from "@/components/figures/figures";
import * as words from "@/content/generated/words/components";
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
      setError(words.importUnread);
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
        label={words.importLabel}
        hint={words.importHint}
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
      title={words.importTitle}
      description={words.importLead({ file: <bdi>{name}</bdi> })}
      onClose={onClose}
    >
      <div className={styles.stack}>
        <Figures
          figures={{
            [words.importNew]: preview.new,
            [words.importChanged]: preview.changed,
            [words.importSame]: preview.same,
            [words.importRefused]: preview.refused,
            [words.importUnreadable]: preview.unreadable,
            ...(preview.denied > 0 && { [words.importDenied]: preview.denied }),
            ...(preview.future > 0 && { [words.importFuture]: preview.future }),
            [words.importIgnored]: preview.ignored,
          }}
        />
        {preview.awards > 0 && (
          <p>
            <strong>
              {words.importPoints({
                count: preview.awards,
                more: preview.pointsMore,
                less: preview.pointsLess,
              })}
            </strong>
          </p>
        )}
        {preview.answers !== undefined && preview.answers > 0 && (
          <p>
            <strong>{words.importAnswers({ count: preview.answers })}</strong>
          </p>
        )}
        {preview.refused > 0 && <p>{words.importWhyRefused}</p>}
        {preview.denied > 0 && <p>{words.importWhyDenied}</p>}
        {preview.future > 0 && <p>{words.importWhyFuture}</p>}
        {preview.unreadable > 0 && <p>{words.importWhyUnreadable}</p>}
        {preview.ignored > 0 && <p>{words.importWhyIgnored}</p>}
        {nothing && <p>{words.importNothing}</p>}
        <div className={styles.actions}>
          {!nothing && (
            <Button pending={pending} onClick={importIt}>
              {words.importNow}
            </Button>
          )}
          <Button variant="quiet" onClick={onClose}>
            {nothing ? words.close : words.cancel}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
