import { type Field, type ReferralDraft, SERVICE_OPTIONS } from "@bindings";
import {
  type ChangeEvent,
  type FormEvent,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
  useState,
  useTransition,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/button/button";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/notify";
import {
  type FieldErrors,
  fieldErrors,
  focusFirstInvalid,
  NO_ERRORS,
  without,
} from "./field-errors";
import styles from "./refer-form.module.css";
import { programme } from "./programme";

const EMPTY: ReferralDraft = {
  referrerName: "",
  referrerPhone: "",
  referredName: "",
  referredPhone: "",
  service: "",
  notes: "",
};

/** What can be done to the form from outside. */
export type FormHandle = {
  /** Puts a text back into it; `false` if something else is typed there. */
  putBack: (draft: ReferralDraft) => boolean;
};

/** The Refer Someone form. What was typed stays until the referral is stored. */
export function ReferForm({ guest, ref }: { guest: boolean; ref?: Ref<FormHandle> }) {
  const title = useId();
  const form = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState(EMPTY);
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [pending, startTransition] = useTransition();

  useImperativeHandle(ref, () => ({
    putBack(kept) {
      if (Object.values(draft).some((typed) => typed !== "")) return false;
      setDraft(kept);
      form.current?.querySelector("input")?.focus();
      return true;
    },
  }));

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    startTransition(async () => {
      const outcome = await programme.submit(draft);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") {
        setDraft(EMPTY);
        setErrors(NO_ERRORS);
      } else if (outcome.outcome === "refused") {
        flushSync(() => setErrors(fieldErrors(outcome)));
        focusFirstInvalid(form.current);
      }
    });
  }

  /** What every field shares: its text, its error, and that typing mends the error. */
  function field(name: keyof ReferralDraft & Field) {
    return { ...text(name), error: errors[name], required: true };
  }

  function text(name: keyof ReferralDraft) {
    return {
      name,
      value: draft[name],
      onChange: ({
        target,
      }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        setDraft((before) => ({ ...before, [name]: target.value }));
        if (name !== "notes") setErrors((before) => without(before, name));
      },
    };
  }

  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title}>Refer Someone</h2>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
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
            {...field("service")}
          />
          <TextAreaField label="Additional Notes" optional rows={3} {...text("notes")} />
        </fieldset>
        <Button type="submit" pending={pending} pendingLabel="Submitting...">
          Submit Referral
        </Button>
      </form>
    </section>
  );
}
