import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { classNames } from "@/components/class-names";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { usePending } from "@/components/use-pending";
import { notify } from "@/components/toast/toasts";
import type { HostedActions } from "@/programme/programme";
import { advice } from "../field-errors";
import { Section } from "../section";
import styles from "../referral.module.css";

/** Asks the admin for the second factor. Once it is given, the page takes this away. */
export function SecondFactor({ actions }: { actions: HostedActions }) {
  return (
    <Section
      title="Confirm it is you"
      explanation="All referrals, the points for them, copies and messages are for the admin alone. Please enter the code that your authenticator app shows."
    >
      <CodeForm actions={actions} />
    </Section>
  );
}

/** The same for what cannot be undone, or takes everything away. What waits goes on by itself. */
export function ConfirmAgain({ actions }: { actions: HostedActions }) {
  return (
    <Dialog
      title="Confirm it is still you"
      description="This cannot be undone, or takes all records away, and the last code was entered more than ten minutes ago. Nothing was done yet; it goes on by itself once you have confirmed."
      onClose={actions.cancelConfirmation}
    >
      <CodeForm actions={actions}>
        <Button variant="quiet" onClick={actions.cancelConfirmation}>
          Cancel
        </Button>
      </CodeForm>
    </Dialog>
  );
}

type Props = {
  actions: HostedActions;
  /** Other ways on. */
  children?: ReactNode;
};

function CodeForm({ actions, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string>();
  const [pending, run] = usePending();

  function confirm(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(async () => {
      const outcome = await actions.confirm(code);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") return;
      if (outcome.outcome === "refused") setError(advice(outcome));
      input.current?.select();
    });
  }

  return (
    <form className={classNames(styles.stack, styles.confirmation)} onSubmit={confirm} noValidate>
      <TextField
        ref={input}
        label="Authenticator code"
        hint="6 digits, new every half a minute. Without the app: one of your recovery codes."
        error={error}
        name="second-factor"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={32}
        required
        readOnly={pending}
        value={code}
        onChange={(event) => {
          setCode(event.target.value);
          setError(undefined);
        }}
      />
      <div className={styles.ways}>
        <Button type="submit" pending={pending}>
          Confirm
        </Button>
        {children}
      </div>
    </form>
  );
}
