import type { HistoryEntry } from "@bindings";
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import type { ListedReferral } from "@/programme";
import { type FieldErrors, fieldErrors, NO_ERRORS } from "./field-errors";
import styles from "./points-editor.module.css";
import { programme } from "./programme";

type Props = {
  view: ListedReferral;
  onDone: () => void;
};

/**
 * The inline field for points. Enter saves, Escape cancels; what is refused stays to be mended.
 * A text field with a numeric keypad, because a number field forgets what it cannot read.
 */
export function PointsEditor({ view, onDone }: Props) {
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
      const outcome = await programme.award(view.key, points, version);
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
      <div className={styles.ways}>
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
