import { type KeyboardEvent, useEffect, useRef } from "react";
import { Button } from "@/components/button/button";
import type { ListedReferral } from "@/programme/programme";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { useLostFocus } from "@/components/focus";
import * as shared from "@/content/generated/words/components";
import * as words from "@/content/generated/words/referral";
import { programme } from "./programme";
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
      {words.assign}
      <ForPerson view={view} />
    </Button>
  );
}

/** Whose points they are, for screen readers. */
function ForPerson({ view }: Pick<Props, "view">) {
  const name = view.referral.referredName;
  return <span className="visually-hidden">{words.forPerson({ name })}</span>;
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
  const points = useFormText({ points: String(view.referral.points) });
  const { form, field } = useForm(points, async (text) => {
    const outcome = await programme.savePoints(view.key, text.points);
    if (outcome.outcome === "accepted") onDone();
    return outcome;
  });

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
            {words.points}
            <ForPerson view={view} />
          </>
        }
        inputMode="numeric"
        autoComplete="off"
        required
        onKeyDown={cancelOnEscape}
        {...field("points")}
      />
      <div className={styles.buttons}>
        <Button type="submit" pending={points.sending} onKeyDown={cancelOnEscape}>
          {words.save}
        </Button>
        <Button variant="quiet" onClick={onDone} onKeyDown={cancelOnEscape}>
          {shared.cancel}
        </Button>
      </div>
    </form>
  );
}
