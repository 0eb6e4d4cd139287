import { type ReactNode, useEffect, useRef } from "react";
import { Button } from "@/components/button/button";
import { type FormText, type FormOutcome, useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import * as words from "@/content/generated/words/components";
import { Dialog } from "./dialog";
import styles from "./form-dialog.module.css";

/** The props of a field, by its name. */
export type FieldOf<Name extends string> = ReturnType<typeof useForm<Name>>["field"];

type Props<Name extends string> = {
  title: string;
  explanation: string;
  /** The label of the submit button. */
  button: string;
  initial: Readonly<Record<Name, string>>;
  /** Sends the form. The dialog stays open with what was typed until it succeeds. */
  deliver: (text: Readonly<Record<Name, string>>) => Promise<FormOutcome>;
  onClose: () => void;
  /** What it is about, by a name: if Back leaves the page, what was typed is there the next time. */
  about?: string;
  /** The fields, by what a form has for each, and its text. */
  children?: (field: FieldOf<Name>, text: FormText<Name>) => ReactNode;
};

/** What was typed in dialogs that Back has closed. */
const left = new Map<string, object>();

/** A dialog with a form, which closes when it succeeds. */
export function FormDialog<Name extends string = never>({
  title,
  explanation,
  button,
  initial,
  deliver,
  onClose,
  about = "",
  children,
}: Props<Name>) {
  const text = useFormText<Name>({ ...initial, ...left.get(about) });
  const isClosed = useRef(false);
  const typed = useRef({});
  useEffect(() => {
    const changed = Object.entries(text.text).filter(([name, is]) => is !== initial[name as Name]);
    typed.current = Object.fromEntries(changed);
  });
  useEffect(
    () => () => {
      if (isClosed.current) left.delete(about);
      else if (about) left.set(about, typed.current);
    },
    [about],
  );

  function close() {
    isClosed.current = true;
    onClose();
  }

  const { form, field } = useForm(text, async (all) => {
    const sent = await deliver(all);
    if (sent.outcome === "accepted") close();
    return sent;
  });
  return (
    <Dialog title={title} description={explanation} onClose={close}>
      <form {...form} className={styles.form}>
        {children?.(field, text)}
        <div className={styles.buttons}>
          <Button type="submit" pending={text.sending}>
            {button}
          </Button>
          <Button variant="quiet" onClick={close}>
            {words.cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** A refusal by the page itself: one hint beside one field. */
export function refused(field: string, hint: string): FormOutcome {
  const notice = { title: words.error, description: hint, variant: "destructive" } as const;
  return { outcome: "refused", notice, errors: [{ field, hint }] };
}
