import type { CorrectedField, HostedReferral } from "@bindings";
import type { NumberAnswer, NumberQuestion } from "@bindings";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { refused } from "@/components/dialog/form-dialog";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { type FormOutcome, useForm, withHintsAt } from "@/components/fields/use-form";
import { isComposing } from "@/components/is-composing";
import { useFormText } from "@/components/use-pending";
import { noticeOf } from "@/api/requests";
import { TOUCH } from "@/components/touch";
import { SmallButton } from "@/console/parts/buttons";
import { sendsForm } from "@/console/parts/enter";
import { useServices } from "@/console/programme";
import { fetchJson, sendCommand } from "@/console/server";
import styles from "./referral.module.css";

/** Why most corrections are made. It stands in its field, to be changed. */
const USUAL_REASON = "They told us.";

type Props = {
  referral: HostedReferral;
  field: CorrectedField;
  label: string;
  onClose: () => void;
};

/** A field in place of its text. Enter saves it, Escape leaves it as it was. */
export function Correction({ referral, field, label, onClose }: Props) {
  // The one that it has may not be offered any more.
  const services = useServices().filter(
    ({ value, offered }) => offered || value === referral.referral.service,
  );
  const typed = useFormText({ text: referral.referral[field], note: USUAL_REASON });
  /** The number that the user has been warned of. */
  const warnedOf = useRef<string>(undefined);
  const { form, field: props } = useForm(typed, async ({ text, note }) => {
    if (field === "referredPhone" && warnedOf.current !== text) {
      const warning = await warningAbout(text);
      if (warning) {
        warnedOf.current = text;
        return warning;
      }
    }
    const sent = await sendCommand(referral, { kind: "correct", field, text, note });
    if (sent.outcome === "accepted") onClose();
    return withHintsAt("text", field, sent);
  });
  const { ref } = form;
  useEffect(() => {
    const control = ref.current?.elements.namedItem("text");
    if (!(control instanceof HTMLElement)) return;
    control.focus();
    if (!(control instanceof HTMLInputElement)) return;
    // The first key takes the place of all of it, unless that is much to type again.
    if (matchMedia(TOUCH).matches)
      control.setSelectionRange(control.value.length, control.value.length);
    else control.select();
  }, [ref]);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape" && !isComposing(event.nativeEvent)) {
      event.preventDefault();
      onClose();
    } else sendsForm(event);
  }

  const hidden = <span className="visually-hidden">{`${label}, corrected`}</span>;
  return (
    <form {...form} className={styles.correction} onKeyDown={onKeyDown}>
      {field === "service" ? (
        <SelectField label={hidden} options={services} {...props("text")} />
      ) : field === "notes" ? (
        <TextAreaField label={hidden} rows={4} enterKeyHint="done" {...props("text")} />
      ) : (
        <TextField
          label={hidden}
          autoComplete="off"
          inputMode={field === "referredPhone" ? "tel" : undefined}
          {...props("text")}
        />
      )}
      <TextField label="Why" {...props("note")} />
      <div className={styles.send}>
        <SmallButton type="submit" pending={typed.sending}>
          Save
        </SmallButton>
        <SmallButton onClick={onClose}>Cancel</SmallButton>
      </div>
    </form>
  );
}

/** A warning about a text that is no possible phone number; nothing if it is one. */
async function warningAbout(text: string): Promise<FormOutcome | undefined> {
  // Without a text, the form's rule says what is missing.
  if (text.trim() === "") return undefined;
  const value: NumberQuestion = { text };
  try {
    const request = { method: "POST", value } as const;
    const { clear } = await fetchJson<NumberAnswer>("/referrals/check-number", request);
    if (clear) return undefined;
  } catch (error) {
    return { outcome: "failed", notice: noticeOf(error) };
  }
  return refused(
    "text",
    `“${text.trim()}” is not exactly one number that can be called. Save again to keep it as it is.`,
  );
}
