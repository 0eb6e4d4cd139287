import type { CorrectedField } from "@bindings";
import { CORRECTED_FIELDS } from "@bindings/hosted-words";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { CorrectedText } from "@/components/fields/corrected-text";
import { SelectField, TextAreaField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import type { HostedActions, ListedReferral } from "@/programme/programme";
import styles from "../referral.module.css";

type Props = { view: ListedReferral; actions: HostedActions; onClose: () => void };

/** Corrects one field of the user's own referral. */
export function CorrectDialog({ view, actions, onClose }: Props) {
  const { referral } = view;
  const initial = { field: "referredName" as string, text: referral.referredName };
  const correction = useFormText(initial);
  const { form, field } = useForm(
    {
      ...correction,
      // Another field starts with its present text.
      change: (typed) =>
        correction.change(
          typed.field === undefined
            ? typed
            : { field: typed.field, text: referral[typed.field as CorrectedField] },
        ),
    },
    async ({ field: corrected, text }) => {
      const command = { kind: "correct", field: corrected as CorrectedField, text } as const;
      return closed(onClose, await actions.command(view, command));
    },
  );
  return (
    <Dialog
      title={`Correct ${referral.referredName}`}
      description="What you submitted stays on record; we work with the correction."
      onClose={onClose}
    >
      <form {...form} className={styles.stack}>
        <SelectField label="What is wrong" options={CORRECTED_FIELDS} {...field("field")} />
        <CorrectedText corrected={correction.text.field as CorrectedField} {...field("text")} />
        <DialogButtons label="Correct" pending={correction.sending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

/** Withdraws the user's own referral. */
export function WithdrawDialog({ view, actions, onClose }: Props) {
  const note = useFormText({ note: "" });
  const { form, field } = useForm(note, async (text) =>
    closed(onClose, await actions.command(view, { kind: "withdraw", note: text.note })),
  );
  return (
    <Dialog
      title={`Withdraw ${view.referral.referredName}`}
      description="We will not contact them, or stop if we have. You can undo this for ten minutes."
      onClose={onClose}
    >
      <form {...form} className={styles.stack}>
        <TextAreaField label="Why" rows={3} optional {...field("note")} />
        <DialogButtons label="Withdraw" pending={note.sending} onClose={onClose} />
      </form>
    </Dialog>
  );
}

function DialogButtons({
  label,
  pending,
  onClose,
}: {
  label: string;
  pending: boolean;
  onClose: () => void;
}) {
  return (
    <div className={styles.ways}>
      <Button type="submit" pending={pending}>
        {label}
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  );
}

/** Closes the dialog on success. */
function closed<Outcome extends { outcome: string }>(
  onClose: () => void,
  outcome: Outcome,
): Outcome {
  if (outcome.outcome === "accepted") onClose();
  return outcome;
}
