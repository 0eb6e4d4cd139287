import type { AuditPage, Erased } from "@bindings";
import { useState } from "react";
import { Button } from "@/components/button/button";
import { TextField } from "@/components/fields/field";
import { DataTable } from "@/console/parts/data-table";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Listing } from "@/console/parts/listing";
import { usePages } from "@/console/parts/use-pages";
import { eventLabel } from "@/console/parts/event-label";
import { DateTime } from "@/console/parts/formats";
import { sendWrite } from "@/console/server";
import { Copies } from "./copies";
import styles from "@/console/console.module.css";

/** The tools for requests about personal data. */
export default function PrivacyScreen() {
  const [confirming, setConfirming] = useState(false);
  return (
    <>
      <title>Privacy – Console</title>
      <h1>Privacy</h1>
      <section aria-labelledby="erase">
        <h2 id="erase" className={styles.heading}>
          Erase a person
        </h2>
        <p className={styles.lead}>
          Anyone who was referred may ask to be forgotten. This erases every referral of them,
          whoever made it, with its points and history, and their number wherever someone wrote it.
          Reports and totals count what is left. First make sure that the request really comes from
          them.
        </p>
        <Button variant="quiet" onClick={() => setConfirming(true)}>
          Erase a person…
        </Button>
      </section>
      <section aria-labelledby="own">
        <h2 id="own" className={styles.heading}>
          People with an account
        </h2>
        <p className={styles.lead}>
          People with an account can export or erase their data themselves, on their own page.
        </p>
      </section>
      <LinkName />
      <Copies />
      <Erasures />
      {confirming && (
        <FormDialog
          title="Erase a person"
          explanation="Everything stored about this number will be erased. If it has an account, the account and the referrals made with it stay: only its holder can erase them. This cannot be undone."
          button="Erase"
          initial={{ phone: "" }}
          deliver={async ({ phone }) => {
            const sent = await sendWrite<Erased>("/erasures", { value: { phone } });
            if (sent.outcome !== "accepted") return sent;
            const { referrals, messages, blanked } = sent.value;
            // Nothing was stored under this number. It may be a typing error, so the dialog stays
            // open.
            if (referrals + messages + blanked > 0) return sent;
            return { outcome: "refused", notice: sent.notice };
          }}
          onClose={() => setConfirming(false)}
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

/** Takes the name off the page of a member's link. Staff know it by its address. */
function LinkName() {
  const [removing, setRemoving] = useState(false);
  return (
    <section aria-labelledby="link-name">
      <h2 id="link-name" className={styles.heading}>
        A name on a shared link
      </h2>
      <p className={styles.lead}>
        Members choose the name on the page behind their link. If somebody complains about one, take
        it off.
      </p>
      <Button variant="quiet" onClick={() => setRemoving(true)}>
        Take a name off…
      </Button>
      {removing && (
        <FormDialog
          title="Take a name off a link"
          explanation="The link works as before, without a name. Its owner may choose another one."
          button="Take it off"
          initial={{ link: "" }}
          deliver={({ link }) =>
            sendWrite(`/links/${encodeURIComponent(codeIn(link))}/name`, { method: "DELETE" })
          }
          onClose={() => setRemoving(false)}
        >
          {(field) => (
            <TextField
              label="Link"
              hint="As it was shared, such as …/r/K7QM2XTD."
              autoComplete="off"
              required
              {...field("link")}
            />
          )}
        </FormDialog>
      )}
    </section>
  );
}

/** The end of a link's path. */
function codeIn(link: string): string {
  return (
    link
      .trim()
      .replace(/[?#].*/u, "")
      .split("/")
      .findLast(Boolean) ?? ""
  );
}

/** The events of erasures. Nothing identifies the erased person any more. */
const ERASURES = { kinds: ["erasure", "erasure-of-referred"] };

/** The list of erasures: when, and by whom. */
function Erasures() {
  const list = usePages<AuditPage>("/audit/search", ERASURES);
  const entries = list.pages.flatMap((page) => page.entries);
  return (
    <section aria-labelledby="erasures">
      <h2 id="erasures" className={styles.heading}>
        Erasures
      </h2>
      <Listing
        list={list}
        count={entries.length}
        empty="Nobody was erased in the last 400 days. Erasures by request appear here, with who did them."
        more="Show older erasures"
      >
        <DataTable
          caption="Erasures, newest first"
          rows={entries}
          keyOf={(_, index) => index}
          columns={[
            { label: "When", cell: ({ at }) => <DateTime at={at} /> },
            { label: "What", cell: ({ kind }) => eventLabel(kind) },
            {
              label: "By whom",
              cell: ({ kind, actor }) =>
                kind === "erasure" ? "Themselves" : (actor?.name ?? "A former colleague"),
            },
          ]}
        />
      </Listing>
    </section>
  );
}
