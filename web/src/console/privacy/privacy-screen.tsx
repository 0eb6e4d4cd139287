import type { Erased } from "@bindings";
import { useState } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { FormDialog } from "@/console/parts/form-dialog";
import { act } from "@/console/server";
import styles from "@/console/console.module.css";

/** What people may ask of the company about their data. */
export default function PrivacyScreen() {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <title>Privacy – Console</title>
      <h1>Privacy</h1>
      <section aria-labelledby="erase">
        <h2 id="erase" className={styles.heading}>
          Erase a person
        </h2>
        <p className={styles.lead}>
          Somebody who was referred may ask to be forgotten. Every referral of theirs goes, whoever
          made it, with its points and history, and so does their number wherever somebody wrote it.
          Sums in reports stay. First make sure that it is they who ask.
        </p>
        <Button variant="quiet" onClick={() => setAsking(true)}>
          Erase a person…
        </Button>
      </section>
      <section aria-labelledby="own">
        <h2 id="own" className={styles.heading}>
          People with an account
        </h2>
        <p className={styles.lead}>
          Whoever has an account takes a copy of their data away, or erases it, on their own page.
          It needs nobody here.
        </p>
      </section>
      {asking && (
        <FormDialog
          title="Erase a person"
          explanation="All that is stored under this number goes. This cannot be undone."
          button="Erase"
          initial={{ phone: "" }}
          deliver={async ({ phone }) => {
            const sent = await act<Erased>("/erasures", { value: { phone } });
            if (sent.outcome !== "accepted") return sent;
            const { referrals, messages, blanked } = sent.value;
            // Nothing was stored under it. It may be a typing error, so the dialog stays.
            if (referrals + messages + blanked > 0) return sent;
            return { outcome: "refused", notice: sent.notice };
          }}
          onClose={() => setAsking(false)}
        >
          {(field) => (
            <TextField
              label="Their phone number"
              hint="In any format."
              type="tel"
              autoComplete="off"
              required
              {...field("phone")}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}
