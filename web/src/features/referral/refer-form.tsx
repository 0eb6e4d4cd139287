import { type Field, type Referral, type ReferralDraft, SERVICE_OPTIONS } from "@bindings";
import {
  type ChangeEvent,
  type FormEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/button/button";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { referralDraft, useDraft } from "@/programme/drafts";
import {
  type FieldErrors,
  fieldErrors,
  focusFirstInvalid,
  NO_ERRORS,
  without,
} from "./field-errors";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** How long the new entry's words stand for screen readers, in milliseconds. */
const SPOKEN_MS = 2000;

/** What can be done to the form from outside. */
export type FormHandle = {
  /** Puts a text back into it; `false` if something else is typed there. */
  putBack: (draft: ReferralDraft) => boolean;
};

/** The Refer Someone form. What was typed stays, in this tab, until the referral is stored. */
export function ReferForm({ guest, ref }: { guest: boolean; ref?: Ref<FormHandle> }) {
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const { text, sending } = useDraft(referralDraft);
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [listed, setListed] = useState("");

  // Long enough to be read out; then it is found once on the page, in the list.
  useEffect(() => {
    if (listed === "") return;
    const timer = setTimeout(() => setListed(""), SPOKEN_MS);
    return () => clearTimeout(timer);
  }, [listed]);

  useImperativeHandle(ref, () => ({
    putBack(kept) {
      if (!referralDraft.isEmpty) return false;
      referralDraft.change(kept);
      form.current?.querySelector("input")?.focus();
      return true;
    },
  }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void referralDraft.send(async (draft) => {
      const outcome = await programme.submit(draft);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") {
        setErrors(NO_ERRORS);
        if (!guest && outcome.value) setListed(newEntry(outcome.value));
        return true;
      }
      if (outcome.outcome === "refused") {
        flushSync(() => setErrors(fieldErrors(outcome)));
        focusFirstInvalid(form.current);
      }
      return false;
    });
  }

  /** What every field shares: its text, its error, and that typing mends the error. */
  function control(name: keyof ReferralDraft & Field) {
    return {
      name,
      value: text[name],
      error: errors[name],
      ...(name !== "notes" && { required: true }),
      onChange: ({
        target,
      }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        referralDraft.change({ [name]: target.value });
        setErrors((before) => without(before, name));
      },
    };
  }

  /** A list has no such state as read-only: it is disabled instead. */
  function field(name: keyof ReferralDraft & Field) {
    return { ...control(name), readOnly: sending };
  }

  return (
    <section className={styles.refer} aria-labelledby={title}>
      <h2 id={title}>Refer Someone</h2>
      <form ref={form} className={styles.fields} onSubmit={submit} noValidate>
        {guest && (
          <fieldset className={styles.group}>
            <legend>You</legend>
            <TextField label="Your Name" autoComplete="name" {...field("referrerName")} />
            <TextField
              label="Your Phone Number"
              type="tel"
              autoComplete="tel"
              {...field("referrerPhone")}
            />
          </fieldset>
        )}
        <fieldset className={styles.group}>
          <legend>The person you refer</legend>
          <TextField label="Referred Person's Name" autoComplete="off" {...field("referredName")} />
          <TextField
            label="Referred Person's Phone Number"
            type="tel"
            autoComplete="off"
            {...field("referredPhone")}
          />
          <SelectField
            label="Service"
            options={SERVICE_OPTIONS}
            placeholder="Select a service"
            disabled={sending}
            {...control("service")}
          />
          <TextAreaField label="Additional Notes" optional rows={3} {...field("notes")} />
        </fieldset>
        <Button type="submit" pending={sending} pendingLabel="Submitting...">
          Submit Referral
        </Button>
      </form>
      <output className="visually-hidden">{listed}</output>
    </section>
  );
}

/** The new entry of the list, for whoever does not see it come. */
function newEntry({ referredName, status, points }: Referral): string {
  return `New referral: ${referredName}, ${status}, ${points.toLocaleString()} points.`;
}
