import type { LoginMode } from "@bindings";
import { useId, useState } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { type FormOutcome, useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import { notify } from "@/components/toast/toasts";
import * as words from "@/content/generated/words/referral";
import { type Codes, OtpDialog, SIMULATED } from "./otp-dialog";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** Asks a visitor for their number, and whether to log in or sign up. */
export function JoinCard({ codes = SIMULATED }: { codes?: Codes }) {
  const title = useId();
  const [offer, setOffer] = useState<string>();
  const [mode, setMode] = useState<LoginMode>();
  /** The login or sign-up for which no code could be sent. */
  const [unsent, setUnsent] = useState<LoginMode>();
  const number = useFormText({ mobile: "" });
  const { mobile } = number.text;
  const { form, field, showErrors, focus } = useForm(
    { ...number, change: type },
    async (text, pressed) => {
      // The Enter key presses the first button.
      const wanted = pressed === "signup" ? "signup" : "login";
      const outcome = await programme.requestCode(text.mobile, notify);
      if (outcome.outcome === "accepted") {
        setUnsent(undefined);
        setMode(wanted);
      } else if (outcome.outcome === "refused") {
        setOffer(outcome.offer);
        const { after = [] } = codes.given ?? {};
        setUnsent(outcome.codes.some((code) => after.includes(code)) ? wanted : undefined);
      }
      return outcome;
    },
  );

  function type(typed: { mobile?: string }) {
    number.change(typed);
    setUnsent(undefined);
    setOffer(undefined);
  }

  /** The code was correct, but the number has to be corrected. */
  function refuseNumber(outcome: FormOutcome) {
    setMode(undefined);
    showErrors(outcome);
  }

  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title} tabIndex={-1}>
        {words.join}
      </h2>
      <p className={styles.intro}>{words.joinLead}</p>
      <form {...form} className={styles.stack}>
        <TextField
          label={words.mobile}
          hint={codes.number.hint}
          type="tel"
          inputMode={codes.number.inputMode}
          autoComplete="tel"
          required
          {...field("mobile")}
        />
        {offer !== undefined && (
          <div className={styles.choices}>
            <Button
              variant="quiet"
              onClick={() => {
                type({ mobile: offer });
                showErrors();
                focus();
              }}
            >
              {words.use({ number: offer })}
            </Button>
          </div>
        )}
        <div className={styles.choices}>
          <Button type="submit" name="mode" value="login" disabled={number.sending}>
            {words.login}
          </Button>
          <Button
            type="submit"
            name="mode"
            value="signup"
            variant="quiet"
            disabled={number.sending}
          >
            {words.signUp}
          </Button>
        </div>
        {unsent && (
          <Button variant="quiet" onClick={() => setMode(unsent)}>
            {words.haveCode}
          </Button>
        )}
      </form>
      {mode && (
        <OtpDialog
          mode={mode}
          mobile={mobile}
          codes={(unsent && codes.given?.codes) ?? codes}
          onClose={() => setMode(undefined)}
          onNumberRefused={refuseNumber}
        />
      )}
    </section>
  );
}
