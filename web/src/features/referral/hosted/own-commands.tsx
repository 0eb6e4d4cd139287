import type { CorrectedField, ServiceChoice } from "@bindings";
import { CORRECTED_FIELDS } from "@bindings/hosted";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CorrectedText } from "@/components/fields/corrected-text";
import { SelectField, TextAreaField } from "@/components/fields/field";
import { withHintsAt } from "@/components/fields/use-form";
import type { HostedActions, ListedReferral } from "@/programme/programme";

type Props = { view: ListedReferral; actions: HostedActions; onClose: () => void };

/** Corrects one field of the user's own referral. Its service may not be offered any more. */
export function CorrectDialog({
  view,
  actions,
  services,
  onClose,
}: Props & { services: readonly ServiceChoice[] }) {
  const { referral, serviceLabel } = view;
  const isOffered = services.some(({ value }) => value === referral.service);
  const own = { value: referral.service, label: serviceLabel };
  return (
    <FormDialog
      title={`Correct ${referral.referredName}`}
      explanation="What you submitted stays on record; we work with the correction."
      button="Correct"
      initial={{ field: "referredName", text: referral.referredName }}
      deliver={async ({ field, text }) => {
        const command = { kind: "correct", field: field as CorrectedField, text } as const;
        return withHintsAt("text", field, await actions.command(view, command));
      }}
      onClose={onClose}
    >
      {(field, { text }) => (
        <>
          <SelectField
            label="What is wrong"
            options={CORRECTED_FIELDS}
            {...field("field")}
            onChange={(event) => {
              field("field").onChange(event);
              // Another field starts with its present text.
              const value = referral[event.target.value as CorrectedField];
              field("text").onChange({ target: { value } });
            }}
          />
          <CorrectedText
            corrected={text.field as CorrectedField}
            services={isOffered ? services : [own, ...services]}
            {...field("text")}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Withdraws the user's own referral. */
export function WithdrawDialog({ view, actions, onClose }: Props) {
  return (
    <FormDialog
      title={`Withdraw ${view.referral.referredName}`}
      explanation="We will not contact them, or stop if we have. You can undo this for ten minutes."
      button="Withdraw"
      initial={{ note: "" }}
      deliver={({ note }) => actions.command(view, { kind: "withdraw", note })}
      onClose={onClose}
    >
      {(field) => <TextAreaField label="Why" rows={3} optional {...field("note")} />}
    </FormDialog>
  );
}
