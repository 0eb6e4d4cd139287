import type { HistoryEntry } from "@bindings";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import type { ListedReferral } from "@/programme/programme";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { programme } from "./programme";
import { useLostFocus } from "./section";
import styles from "./referral.module.css";

type Props = {
  view: ListedReferral;
  editing: boolean;
  onEdit: () => void;
  onDone: () => void;
};

/** The button that opens the points editor, or the open editor. */
export function PointsControl({ view, editing, onEdit, onDone }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  useLostFocus(editing, () => button.current);

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
 * The editor for points. Enter saves, Escape cancels; refused input stays in the field. It is a
 * text field with a numeric keypad, because a number field discards what it cannot parse.
 */
function PointsEditor({ view, onDone }: PointsEditorProps) {
  const input = useRef<HTMLInputElement>(null);
  // The version that the admin saw while typing, even if a newer one arrives.
  const [version, setVersion] = useState(view.version);
  const [change, setChange] = useState<HistoryEntry>();
  const points = useFormText({ points: String(view.referral.points) });
  const { form, field } = useForm(points, async (text) => {
    const outcome = await programme.savePoints(view.key, text.points, version);
    if (outcome.outcome === "accepted") onDone();
    if (outcome.outcome === "refused") {
      setChange(outcome.change);
      if (outcome.current) setVersion(outcome.current.version);
    }
    return outcome;
  });
  const { error } = field("points");

  useEffect(() => {
    input.current?.focus({ preventScroll: true });
    input.current?.select();
  }, []);

  function cancelOnEscape(event: KeyboardEvent) {
    if (event.key === "Escape" && !event.nativeEvent.isComposing) onDone();
  }

  return (
    <form {...form} className={styles.editor}>
      <TextField
        ref={input}
        label={
          <>
            Points<span className="visually-hidden"> for {view.referral.referredName}</span>
          </>
        }
        inputMode="numeric"
        autoComplete="off"
        required
        onKeyDown={cancelOnEscape}
        {...field("points")}
        error={error && change ? `${describe(change)} ${error}` : error}
      />
      <div className={styles.buttons}>
        <Button type="submit" pending={points.sending} onKeyDown={cancelOnEscape}>
          Save
        </Button>
        <Button variant="quiet" onClick={onDone} onKeyDown={cancelOnEscape}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** Describes who changed the referral in the meantime, and how. */
function describe({ by, points, status, at }: HistoryEntry): string {
  const when = new Date(at).toLocaleString();
  return `${by} set ${points.toLocaleString()} points, ${status}, on ${when}.`;
}
