import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import type { HostedActions } from "@/programme/programme";
import styles from "../referral.module.css";

type Props = { actions: HostedActions; onCancel: () => void };

/** Asks staff for the second factor, before they export or erase their data. It then continues. */
export function SecondFactorDialog({ actions, onCancel }: Props) {
  const code = useFormText({ code: "" });
  const { form, field } = useForm(code, (text) => actions.confirm(text.code), { select: true });
  return (
    <Dialog
      title="Confirm it is still you"
      description="This step takes or erases all of your data, and you have entered no code in the last ten minutes. Nothing has been done yet. It will continue as soon as you confirm."
      onClose={onCancel}
    >
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
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
