import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import type { HostedActions } from "@/programme/programme";
import { Section } from "../section";
import styles from "../referral.module.css";

/** Asks the admin for the second factor. */
export function SecondFactor({ actions }: { actions: HostedActions }) {
  return (
    <Section
      title="Confirm it is you"
      explanation="Only the admin can see all referrals, points and exports. Please enter the code from your authenticator app."
    >
      <CodeForm actions={actions} />
    </Section>
  );
}

type DialogProps = { actions: HostedActions; onCancel: () => void };

/**
 * Asks for the second factor again, before an action that cannot be undone or exports everything.
 * The action then continues.
 */
export function SecondFactorDialog({ actions, onCancel }: DialogProps) {
  return (
    <Dialog
      title="Confirm it is still you"
      description="This step cannot be undone, or takes a copy of all records, and you last entered a code more than ten minutes ago. Nothing has been done yet. It will continue as soon as you confirm."
      onClose={onCancel}
    >
      <CodeForm actions={actions}>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </CodeForm>
    </Dialog>
  );
}

type Props = {
  actions: HostedActions;
  /** More buttons. */
  children?: ReactNode;
};

function CodeForm({ actions, children }: Props) {
  const code = useFormText({ code: "" });
  const { form, field } = useForm(code, (text) => actions.confirm(text.code), { select: true });

  return (
    <form {...form} className={classNames(styles.stack, styles.confirmation)}>
      <TextField
        label="Authenticator code"
        hint="Six digits, which change every 30 seconds. Without the app, use one of your recovery codes."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
        {...field("code")}
      />
      <div className={styles.actions}>
        <Button type="submit" pending={code.sending}>
          Confirm
        </Button>
        {children}
      </div>
    </form>
  );
}
