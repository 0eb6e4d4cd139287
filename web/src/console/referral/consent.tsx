import type { ConsentView, HostedReferral, PersonPage } from "@bindings";
import { useState } from "react";
import { download } from "@/components/download";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { ActionButton, SmallButton } from "@/console/parts/buttons";
import { formatDate, formatDateTime } from "@/console/parts/formats";
import { SecretDialog } from "@/console/parts/secret";
import { fetchEvidence, referralPath, sendWrite } from "@/console/server";
import styles from "./referral.module.css";

type Props = {
  referral: HostedReferral;
  mayAsk: boolean;
  /** Whether they may export what the person has said. */
  mayExport: boolean;
  /** Notes that they agreed by telephone; absent for those who may not. */
  note: (() => void) | undefined;
};

/** Whether the person who was referred may be called, how that is known, and how to ask them. */
export function Consent({ referral, mayAsk, mayExport, note }: Props) {
  const [page, setPage] = useState<PersonPage>();
  const [saving, run] = usePending();

  async function ask() {
    const reply = await sendWrite<PersonPage>(`${referralPath(referral)}/page`, { method: "POST" });
    if (reply.outcome === "accepted") setPage(reply.value);
    return reply;
  }

  async function save() {
    const evidence = await fetchEvidence(referral);
    if (evidence.outcome !== "accepted") notify(evidence.notice);
    else download("consent", "json", JSON.stringify(evidence.value, null, 2));
  }

  return (
    <section aria-labelledby="consent">
      <h2 id="consent">Consent</h2>
      <div className={styles.consent}>
        <p>{consentWords(referral.progress.consent)}</p>
        {mayAsk && (
          <fieldset className={styles.commands}>
            <legend className="visually-hidden">Ask for consent</legend>
            <ActionButton action={ask}>Ask for consent</ActionButton>
            {note && <SmallButton onClick={note}>Note an agreement…</SmallButton>}
          </fieldset>
        )}
      </div>
      {mayExport && referral.progress.consent && (
        <SmallButton pending={saving} onClick={() => void run(save)}>
          Export what they said
        </SmallButton>
      )}
      {page && (
        <SecretDialog
          title="Their page"
          label={`Pass it on: it works until ${formatDate(page.expiresAt)}`}
          description="Whoever has this address sees what is stored about the person, without their number. It is shown only once, and ends the one before."
          secret={page.address}
          isForPerson
          onClose={() => setPage(undefined)}
        />
      )}
    </section>
  );
}

/** Where the consent stands, in a sentence. */
export function consentWords(consent: ConsentView | undefined): string {
  if (!consent) return "Nobody has asked them yet.";
  const since = formatDateTime(consent.at);
  switch (consent.answer) {
    case "asked":
      return `Their page was made on ${since}. They have not answered.`;
    case "agreed":
      return `They agreed to be called ${consentWay(consent)} on ${since} (text version ${consent.text}).`;
    case "refused":
      return `They said no to being called ${consentWay(consent)} on ${since}. Only they can change that.`;
    default:
      return "They said something that this version does not know.";
  }
}

/** How they said it. */
function consentWay({ way }: ConsentView): string {
  if (way === "telephone") return "by telephone (noted by staff)";
  return way === "link" ? "by a member’s link" : "on their page";
}
