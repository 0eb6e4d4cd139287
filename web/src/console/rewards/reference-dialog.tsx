import type { StaffRedemption } from "@bindings";
import { REWARD_LIMITS } from "@bindings/rewards";
import { FormDialog } from "@/components/dialog/form-dialog";
import { TextAreaField, TextField } from "@/components/fields/field";
import type { FormOutcome } from "@/components/fields/use-form";
import { EnterSends } from "@/console/parts/enter";
import { nameOf } from "./amounts";
import { setReference } from "./use-rewards";

type Props = { request: StaffRedemption; onClose: () => void };

/** Sets by what whoever pays finds the member. */
export function ReferenceDialog({ request, onClose }: Props) {
  return (
    <FormDialog
      title={`Reference: ${nameOf(request)}`}
      explanation="By what whoever pays finds the member: a payroll number, or the address of a voucher. Never bank details."
      button="Save reference"
      initial={{ reference: request.redemption.reference }}
      deliver={({ reference }) => setReference(request, reference)}
      onClose={onClose}
    >
      {(field) => (
        <TextField
          label="Reference"
          maxLength={REWARD_LIMITS.referenceMax}
          autoComplete="off"
          {...field("reference")}
        />
      )}
    </FormDialog>
  );
}

type ReasonProps = Props & {
  title: string;
  button: string;
  send: (reason: string) => Promise<FormOutcome>;
};

/** Asks why a request comes to nothing. */
export function ReasonDialog({ request, title, button, send, onClose }: ReasonProps) {
  return (
    <FormDialog
      title={`${title}: ${nameOf(request)}`}
      explanation="The member reads the reason, and has the points again. This cannot be undone."
      button={button}
      initial={{ reason: "" }}
      deliver={({ reason }) => send(reason)}
      onClose={onClose}
    >
      {(field) => (
        <EnterSends>
          <TextAreaField
            label="Reason"
            rows={2}
            maxLength={REWARD_LIMITS.reasonMax}
            {...field("reason")}
          />
        </EnterSends>
      )}
    </FormDialog>
  );
}
