import { type Code, type LoginMode, LIMITS } from "@bindings";
import type { ComponentType } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { isAbout, type FormOutcome, useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/referral";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** The texts about one-time codes, which depend on how they are sent. */
export type Codes = {
  digits: number;
  /** How to type the number, and on which keypad. */
  number: { hint: string; inputMode: "numeric" | "tel" };
  /** The sentence about where the code was sent. */
  sending: (mobile: string) => string;
  /** If sending failed for one of these reasons, the visitor may still have a code. */
  given?: { after: readonly Code[]; codes: Codes };
  /** The button that sends another code. */
  SendAgain?: ComponentType<{ mobile: string; onSent: () => void }>;
};

export const SIMULATED: Codes = {
  digits: LIMITS.otpPlaceholderDigits,
  number: {
    hint: words.mobileHint({
      least: String(LIMITS.mobileMinDigits),
      most: String(LIMITS.mobileMaxDigits),
    }),
    inputMode: "numeric",
  },
  sending: (mobile) => words.simulated({ mobile, code: site.programme.simulatedCode }),
};

type Props = {
  mode: LoginMode;
  mobile: string;
  codes: Codes;
  /** Called when the visitor closes the dialog. The code is cleared, the number stays. */
  onClose: () => void;
  /** Called when the code was correct, but the number cannot log in or sign up. */
  onNumberRefused: (outcome: FormOutcome) => void;
};

const TITLES: Record<LoginMode, string> = {
  login: words.loginTitle,
  signup: words.signUpTitle,
};

/** Asks for the one-time code. */
export function OtpDialog({ mode, mobile, codes, onClose, onNumberRefused }: Props) {
  const code = useFormText({ code: "" });
  const { form, field, showErrors, focus } = useForm(
    code,
    async (text) => {
      const outcome = await programme.logIn(mode, mobile, text.code);
      if (outcome.outcome === "accepted") onClose();
      if (outcome.outcome === "refused" && isAbout("mobile", outcome)) onNumberRefused(outcome);
      return outcome;
    },
    { select: true },
  );

  function startOver() {
    code.change({ code: "" });
    showErrors();
    focus();
  }

  return (
    <Dialog title={TITLES[mode]} description={codes.sending(mobile)} onClose={onClose}>
      <form {...form} className={styles.stack}>
        <TextField
          label={words.code}
          className={styles.code}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder={words.codePlaceholder({ digits: String(codes.digits) })}
          required
          {...field("code")}
        />
        <Button type="submit" pending={code.sending}>
          {words.verify}
        </Button>
        {codes.SendAgain && <codes.SendAgain mobile={mobile} onSent={startOver} />}
      </form>
    </Dialog>
  );
}
