import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { cancel } from "@/content/generated/words/components";
import * as words from "@/content/generated/words/hosted";
import type { HostedActions } from "@/programme/programme";
import styles from "../referral.module.css";

type Props = { actions: HostedActions; onCancel: () => void };

/** Asks staff for the second factor, before they export or erase their data. It then continues. */
export function SecondFactorDialog({ actions, onCancel }: Props) {
  const code = useFormText({ code: "" });
  const { form, field } = useForm(code, (text) => actions.confirm(text.code), { select: true });
  return (
    <Dialog title={words.factorTitle} description={words.factorLead} onClose={onCancel}>
      <form {...form} className={classNames(styles.stack, styles.confirmation)}>
        <TextField
          label={words.factorCode}
          hint={words.factorHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={32}
          required
          {...field("code")}
        />
        <div className={styles.actions}>
          <Button type="submit" pending={code.sending}>
            {words.confirm}
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            {cancel}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
