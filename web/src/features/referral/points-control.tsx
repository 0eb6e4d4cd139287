import type { HistoryEntry } from "@bindings";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import type { ListedReferral } from "@/programme/programme";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { type FieldErrors, fieldErrors, NO_ERRORS } from "./field-errors";
import { programme } from "./programme";
import styles from "./referral.module.css";

type Props = {
  view: ListedReferral;
  editing: boolean;
  onEdit: () => void;
  onDone: () => void;
};

/** The button that opens the points editor, or the editor in its place. */
export function PointsControl({ view, editing, onEdit, onDone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);

  useEffect(() => {
    // Only from the editor that has just gone: another entry may be the one that is opened.
    if (wasEditing.current && !editing && document.activeElement === document.body) {
      button.current?.focus({ preventScroll: true });
    }
    wasEditing.current = editing;
  }, [editing]);

  if (editing) return <PointsEditor view={view} onDone={onDone} />;
  return (
    <Button ref={button} variant="quiet" onClick={onEdit}>
      Assign/Edit Points
      <span className="visually-hidden"> for {view.referral.referredName}</span>
    </Button>
  );
}

type PointsEditorProps = {
  view: ListedReferral;
  onDone: () => void;
};

/**
 * The inline field for points. Enter saves, Escape cancels; what is refused stays to be mended.
 * A text field with a numeric keypad, because a number field forgets what it cannot read.
 */
function PointsEditor({ view, onDone }: PointsEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const [points, setPoints] = useState(String(view.referral.points));
  // Of what was seen when the points were typed, whatever arrives meanwhile.
  const [version, setVersion] = useState(view.version);
  const [change, setChange] = useState<HistoryEntry>();
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [pending, run] = usePending();

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  function save(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(async () => {
      const outcome = await programme.savePoints(view.key, points, version);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") {
        onDone();
        return;
      }
      if (outcome.outcome === "refused") {
        setErrors(fieldErrors(outcome));
        setChange(outcome.change);
        if (outcome.current) setVersion(outcome.current.version);
      }
      input.current?.focus({ preventScroll: true });
    });
  }

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onDone();
  }

  return (
    <form className={styles.editor} onSubmit={save} noValidate>
      <TextField
        ref={input}
        label={
          <>
            Points<span className="visually-hidden"> for {view.referral.referredName}</span>
          </>
        }
        error={errors.points && change ? `${told(change)} ${errors.points}` : errors.points}
        name="points"
        inputMode="numeric"
        autoComplete="off"
        required
        readOnly={pending}
        onKeyDown={cancelOnEscape}
        value={points}
        onChange={(event) => {
          setPoints(event.target.value);
          setErrors(NO_ERRORS);
        }}
      />
      <div className={styles.buttons}>
        <Button type="submit" pending={pending} onKeyDown={cancelOnEscape}>
          Save
        </Button>
        <Button variant="quiet" onClick={onDone} onKeyDown={cancelOnEscape}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Who was faster, and what they did. */
function told({ by, points, status, at }: HistoryEntry): string {
  const when = new Date(at).toLocaleString();
  return `${by} set ${points.toLocaleString()} points, ${status}, on ${when}.`;
}
