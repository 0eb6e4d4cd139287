import { useRef, useState, type FormEvent } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import type { HostedActions } from "@/programme/programme";
import { advice } from "../field-errors";
import styles from "../referral.module.css";

/** For somebody who was referred and asks to be forgotten. */
export function ErasePerson({ actions }: { actions: HostedActions }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Erase a person&rsquo;s data
      </Button>
      {open && <ErasePersonDialog actions={actions} onClose={() => setOpen(false)} />}
    </>
  );
}

function ErasePersonDialog({ actions, onClose }: { actions: HostedActions; onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [phone, setPhone] = useState("");
  const [error, setError] = useState<string>();
  const [pending, run] = usePending();

  function erase(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void run(async () => {
      const outcome = await actions.eraseReferred(phone);
      notify(outcome.notice);
      if (
        outcome.outcome === "accepted" &&
        (outcome.value.referrals > 0 || outcome.value.messages > 0)
      ) {
        onClose();
        return;
      }
      if (outcome.outcome === "refused") setError(advice(outcome));
      if (outcome.outcome === "accepted") setError(outcome.notice.description);
      input.current?.select();
    });
  }

  return (
    <Dialog
      title="Erase a Person&rsquo;s Data"
      description="Every referral of this person is removed from this site, whoever made it, with its points and its history, and so is every contact message that has their number in it. This cannot be undone."
      onClose={onClose}
    >
      <form className={styles.stack} onSubmit={erase} noValidate>
        <TextField
          ref={input}
          label="Their phone number"
          hint="However it is written."
          error={error}
          name="phone"
          type="tel"
          autoComplete="off"
          required
          readOnly={pending}
          value={phone}
          onChange={(event) => {
            setPhone(event.target.value);
            setError(undefined);
          }}
        />
        <div className={styles.ways}>
          <Button type="submit" pending={pending}>
            Erase
          </Button>
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
