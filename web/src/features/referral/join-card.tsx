import type { EntryMode } from "@bindings";
import { type FormEvent, useId, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { type FieldErrors, fieldErrors, NO_ERRORS } from "./field-errors";
import { type Codes, OtpDialog, SIMULATED } from "./otp-dialog";
import { programme } from "./programme";
import styles from "./referral.module.css";

/** Where a logged-out visitor starts: a number, and which of the two they want. */
export function JoinCard({ codes = SIMULATED }: { codes?: Codes }) {
  const title = useId();
  const input = useRef<HTMLInputElement>(null);
  const [mobile, setMobile] = useState("");
  const [errors, setErrors] = useState<FieldErrors>(NO_ERRORS);
  const [offer, setOffer] = useState<string>();
  const [mode, setMode] = useState<EntryMode>();
  /** What was wanted where no code could be sent. */
  const [unsent, setUnsent] = useState<EntryMode>();
  const [pending, run] = usePending();

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = modeOf(event.nativeEvent);
    void run(async () => {
      const outcome = await programme.requestCode(mobile, notify);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") {
        setErrors(NO_ERRORS);
        setUnsent(undefined);
        setMode(wanted);
      } else if (outcome.outcome === "refused") {
        setErrors(fieldErrors(outcome));
        setOffer(outcome.offer);
        const { after = [] } = codes.given ?? {};
        setUnsent(outcome.codes.some((code) => after.includes(code)) ? wanted : undefined);
        input.current?.focus();
      }
    });
  }

  function type(text: string) {
    setMobile(text);
    setErrors(NO_ERRORS);
    setUnsent(undefined);
    setOffer(undefined);
  }

  /** The code was right and the number was not: it is the number that wants mending. */
  function turnAway(turnedAway: FieldErrors) {
    setMode(undefined);
    setErrors(turnedAway);
  }

  return (
    <section className={styles.card} aria-labelledby={title}>
      <h2 id={title} tabIndex={-1}>
        Join Our Referral Program
      </h2>
      <p className={styles.why}>
        Log in or sign up to see what became of your referrals and the points you have earned. You
        can also refer as a guest, without an account.
      </p>
      <form className={styles.stack} onSubmit={ask} noValidate>
        <TextField
          ref={input}
          label="Mobile Number"
          hint={codes.number.hint}
          error={errors.mobile}
          name="mobile"
          type="tel"
          inputMode={codes.number.inputMode}
          autoComplete="tel"
          required
          readOnly={pending}
          value={mobile}
          onChange={(event) => type(event.target.value)}
        />
        {offer !== undefined && (
          <div className={styles.choices}>
            <Button
              variant="quiet"
              onClick={() => {
                type(offer);
                input.current?.focus();
              }}
            >
              Use {offer}
            </Button>
          </div>
        )}
        <div className={styles.choices}>
          <Button type="submit" name="mode" value="login" disabled={pending}>
            Login
          </Button>
          <Button type="submit" name="mode" value="signup" variant="quiet" disabled={pending}>
            Sign Up
          </Button>
        </div>
        {unsent && (
          <Button variant="quiet" onClick={() => setMode(unsent)}>
            I have a code
          </Button>
        )}
      </form>
      {mode && (
        <OtpDialog
          mode={mode}
          mobile={mobile}
          codes={(unsent && codes.given?.codes) ?? codes}
          onClose={() => setMode(undefined)}
          onTurnedAway={turnAway}
        />
      )}
    </section>
  );
}

/** Which button was pressed. The Enter key presses the first. */
function modeOf(event: Event): EntryMode {
  const button = event instanceof SubmitEvent ? event.submitter : null;
  return button instanceof HTMLButtonElement && button.value === "signup" ? "signup" : "login";
}
