import type { CorrectedField, ServiceChoice } from "@bindings";
import { CORRECTED_FIELDS } from "@bindings/hosted";
import { site } from "@/content/generated/site";
import { Dialog } from "@/components/dialog/dialog";
import { FormDialog } from "@/components/dialog/form-dialog";
import { CorrectedText } from "@/components/fields/corrected-text";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import { withHintsAt } from "@/components/fields/use-form";
import * as words from "@/content/generated/words/hosted";
import type { HostedActions, ListedReferral } from "@/programme/programme";

type Props = { view: ListedReferral; actions: HostedActions; onClose: () => void };

/** Corrects one field of the user's own referral. Its service may not be offered any more. */
export function CorrectDialog({
  view,
  actions,
  services,
  onClose,
}: Props & { services: readonly ServiceChoice[] }) {
  const { referral } = view;
  const isOffered = services.some(({ value }) => value === referral.service);
  const own = { value: referral.service, label: view.serviceLabel };
  return (
    <FormDialog
      title={words.correctTitle({ name: referral.referredName })}
      explanation={words.correctLead}
      button={words.correctNow}
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
            label={words.whatIsWrong}
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
      title={words.withdrawTitle({ name: view.referral.referredName })}
      explanation={words.withdrawLead}
      button={words.withdrawNow}
      initial={{ note: "" }}
      deliver={({ note }) => actions.command(view, { kind: "withdraw", note })}
      onClose={onClose}
    >
      {(field) => <TextAreaField label={words.why} rows={3} optional {...field("note")} />}
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
      title={words.pageTitle({ name: view.referral.referredName })}
      explanation={words.pageLead}
      button={words.pageMake}
      initial={{}}
      deliver={async () => {
        const page = await actions.makePage(view);
        if (page.outcome === "accepted") made(page.value.address);
        return page;
      }}
      onClose={onClose}
    >
      {() => <p>{view.progress?.saysWho ? words.pageSaysWho : words.pageSaysNobody}</p>}
    </FormDialog>
  );
}

/** The address of that page, to pass on. */
export function PageAddress({ address, onClose }: { address: string; onClose: () => void }) {
  const text = words.pageMessage({ company: site.name, address });
  return (
    <Dialog title={words.theirPage} description={words.theirPageLead} onClose={onClose}>
      <TextField
        label={words.link}
        readOnly
        value={address}
        onFocus={({ target }) => target.select()}
      />
      <p>
        <a href={`https://wa.me/?text=${encodeURIComponent(text)}`} rel="noreferrer">
          {words.byWhatsapp}
        </a>
      </p>
    </Dialog>
  );
}
