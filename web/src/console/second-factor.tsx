import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { secondFactorPrompt } from "@/api/second-factor-prompt";
import { ActionButton } from "./parts/buttons";
import { confirmByPasskey, whyNoPasskeys } from "./passkeys";
import { sendWrite, useSecondFactors } from "./server";
import { useStore } from "@/store";
import styles from "./console.module.css";

type Props = {
  /** Called after it was given. */
  onGiven?: () => void;
  /** More buttons. */
  children?: ReactNode;
};

/** Asks for one of the user's second factors, or a recovery code. */
export function SecondFactorForm({ onGiven, children }: Props) {
  const { data: factors } = useSecondFactors();
  const hasPasskeys = factors !== undefined && factors.passkeys.length > 0;
  const whyNot = hasPasskeys && whyNoPasskeys(factors);
  const hasApp = factors?.totp !== false;
  const code = useFormText({ code: "" });
  const { form, field } = useForm(
    code,
    async (text) => {
      const sent = await sendWrite("/session/second-factor", { value: text });
      if (sent.outcome === "accepted") onGiven?.();
      return sent;
    },
    { select: true },
  );
  async function byPasskey() {
    const sent = await confirmByPasskey();
    if (sent.outcome === "accepted") onGiven?.();
    return sent;
  }

  return (
    <form {...form} className={styles.stack}>
      <TextField
        label={hasApp ? "Authenticator code" : "Recovery code"}
        hint={
          hasApp
            ? "6 digits that change every 30 seconds. You can use a recovery code instead."
            : "Use one if you do not have the device with your passkey. Each code works once."
        }
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
        {...field("code")}
      />
      {whyNot && <p className={styles.hint}>You have a passkey. {whyNot}</p>}
      <div className={styles.actions}>
        {hasPasskeys && !whyNot && (
          <ActionButton action={byPasskey} variant="primary">
            Use a passkey
          </ActionButton>
        )}
        <Button
          type="submit"
          variant={hasPasskeys && !whyNot ? "quiet" : "primary"}
          pending={code.sending}
        >
          Confirm
        </Button>
        {children}
      </div>
    </form>
  );
}

/** Asks for the second factor again, above the action that waits for it and then continues. */
export function SecondFactorDialog() {
  const prompt = useStore(secondFactorPrompt);
  if (!prompt) return null;
  const cancel = () => prompt.answer(false);
  return (
    <Dialog
      title="Confirm it is still you"
      description="It has been a while since you last entered a code. Nothing has been done yet: we will continue once you confirm."
      onClose={cancel}
    >
      <SecondFactorForm onGiven={() => prompt.answer(true)}>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </SecondFactorForm>
    </Dialog>
  );
}
