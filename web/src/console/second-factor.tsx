import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { notify } from "@/components/toast/toasts";
import { useFormText } from "@/components/use-pending";
import { useQuestion } from "./confirmations";
import { confirmByPasskey } from "./passkeys";
import { act, useSecondFactors } from "./server";
import styles from "./console.module.css";

type Props = {
  /** What comes of it once it was given. */
  onGiven?: () => void;
  /** Further buttons. */
  children?: ReactNode;
};

/** Asks for the second factor. */
export function SecondFactorForm({ onGiven, children }: Props) {
  const { data: factors } = useSecondFactors();
  const code = useFormText({ code: "" });
  const { form, field } = useForm(
    code,
    async (text) => {
      const sent = await act("/session/second-factor", { value: text });
      if (sent.outcome === "accepted") onGiven?.();
      return sent;
    },
    { select: true },
  );
  async function byPasskey() {
    const sent = await confirmByPasskey();
    notify(sent.notice);
    if (sent.outcome === "accepted") onGiven?.();
  }

  return (
    <form {...form} className={styles.stack}>
      <TextField
        label="Authenticator code"
        hint="6 digits, new every half a minute. Without the app: one of your recovery codes."
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
        {...field("code")}
      />
      <div className={styles.ways}>
        <Button type="submit" pending={code.sending}>
          Confirm
        </Button>
        {factors && factors.passkeys.length > 0 && (
          <Button variant="quiet" onClick={() => void byPasskey()}>
            Use a passkey
          </Button>
        )}
        {children}
      </div>
    </form>
  );
}

/** Asks again, above whatever needs it, which goes on by itself once it was given. */
export function ConfirmAgain() {
  const question = useQuestion();
  if (!question) return null;
  const cancel = () => question.answer(false);
  return (
    <Dialog
      title="Confirm it is still you"
      description="You last entered a code a while ago, and this needs a fresh one. Nothing has been done yet; it goes on once you confirm."
      onClose={cancel}
    >
      <SecondFactorForm onGiven={() => question.answer(true)}>
        <Button variant="quiet" onClick={cancel}>
          Cancel
        </Button>
      </SecondFactorForm>
    </Dialog>
  );
}
