import type { CorrectedField, ServiceChoice } from "@bindings";
import { CORRECTED_FIELDS } from "@bindings/hosted";
import { site } from "@/content/generated/site";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CorrectedText } from "@/components/fields/corrected-text";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
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

/** Makes the page of whoever was referred. `made` gets its address, which is shown once. */
export function PageDialog({
  view,
  actions,
  made,
  onClose,
}: Props & { made: (address: string) => void }) {
  return (
    <FormDialog
      title={`Send ${view.referral.referredName} their page`}
      explanation="There they see what we store, and say whether we may call. You pass the link on."
      button="Make the link"
      initial={{}}
      deliver={async () => {
        const page = await actions.makePage(view);
        if (page.outcome === "accepted") made(page.value.address);
        return page;
      }}
      onClose={onClose}
    >
      {() => (
        <p>
          {view.progress?.saysWho
            ? "It says that you referred them."
            : "It does not say who referred them."}
        </p>
      )}
    </FormDialog>
  );
}

/** The address of that page, to pass on. */
export function PageAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const text = `I suggested that ${site.name} call you. Here you see what they store, and say whether they may: ${address}`;
  return (
    <Dialog title="Their page" description="Send them this link." onClose={onClose}>
      <TextField label="Link" readOnly value={address} onFocus={({ target }) => target.select()} />
      <p>
        <a href={`https://wa.me/?text=${encodeURIComponent(text)}`} rel="noreferrer">
          Send it by WhatsApp
        </a>
      </p>
    </Dialog>
  );
}
