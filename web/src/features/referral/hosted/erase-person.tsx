import { useState } from "react";
import { Button } from "@/components/button/button";
import { Dialog } from "@/components/dialog/dialog";
import { TextField } from "@/components/fields/field";
import { useForm } from "@/components/fields/use-form";
import { useFormText } from "@/components/use-pending";
import type { HostedActions } from "@/programme/programme";
import styles from "../referral.module.css";

/** Erases the data of somebody who was referred and has asked for that. */
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
  const phone = useFormText({ phone: "" });
  const { form, field } = useForm(
    phone,
    async (text) => {
      const outcome = await actions.eraseReferred(text.phone);
      if (outcome.outcome !== "accepted") return outcome;
      const { referrals, messages } = outcome.value;
      if (referrals + messages > 0) onClose();
      // Nothing is stored under this number. It may be a typing error, so the dialog stays open.
      else return { outcome: "refused", notice: outcome.notice };
      return outcome;
    },
    { select: true },
  );

  return (
    <Dialog
      title="Erase a Person&rsquo;s Data"
      description="Every referral of this person will be removed from this site, whoever made it, along with its points and history, and so will every contact message that contains their number. This cannot be undone."
      onClose={onClose}
    >
      <form {...form} className={styles.stack}>
        <TextField
          label="Their phone number"
          hint="In any format."
          type="tel"
          autoComplete="off"
          required
          {...field("phone")}
        />
        <div className={styles.ways}>
          <Button type="submit" pending={phone.sending}>
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
