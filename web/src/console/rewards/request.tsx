import { type StaffRedemption } from "@bindings";
import { useState } from "react";
import { Link } from "react-router-dom";
import type { FormOutcome } from "@/components/fields/use-form";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { RowButton, SmallButton, useAction } from "@/console/parts/buttons";
import { durationSince } from "@/console/parts/formats";
import shared from "@/console/console.module.css";
import { nameOf, points, since, takerOf, toneOf } from "./amounts";
import { ReasonDialog, ReferenceDialog } from "./reference-dialog";
import { approveRequest, declineRequest } from "./use-rewards";
import { History } from "./history";
import styles from "./rewards.module.css";

type Props = {
  request: StaffRedemption;
  mayPay: boolean;
  seesBatches: boolean;
  /** Takes over what a request has become. */
  onChanged: (request: StaffRedemption) => void;
};

type Changed = FormOutcome & { readonly value?: StaffRedemption };

/** A request: what can be done about it, what it is for, and its steps. */
export function Request({ request, mayPay, seesBatches, onChanged }: Props) {
  const { redemption, mobile, batch, whyNot, possible } = request;
  const { status, label, offer, worth, reference, sentence, steps } = redemption;
  const [dialog, setDialog] = useState<"decline" | "reference">();
  const [pending, run] = useAction();
  const close = () => setDialog(undefined);

  const approve = possible.includes("approve");
  const decline = possible.includes("decline");
  const refer = possible.includes("refer");

  async function follow(sent: Promise<Changed>) {
    const reply = await sent;
    if (reply.outcome === "accepted" && reply.value) onChanged(reply.value);
    return reply;
  }
  const sendApproval = () => run(() => follow(approveRequest(request)), "approve");

  useKeys({
    ...(approve && { a: ["Approve", sendApproval] as const }),
    ...(decline && { d: ["Decline…", () => setDialog("decline")] as const }),
    ...(refer && { r: ["Change the reference…", () => setDialog("reference")] as const }),
  });

  return (
    <article className={styles.sheet}>
      <h1>{nameOf(request)}</h1>
      <p className={styles.standing}>
        {mobile && <span>{mobile}</span>}
        <Tag {...toneOf(status)}>{label}</Tag>
        <span>{durationSince(since(request))}</span>
      </p>
      {mayPay && whyNot && <output className={styles.said}>{whyNot}</output>}
      {(approve || decline) && (
        <div className={shared.actions}>
          {approve && (
            <SmallButton
              variant="primary"
              aria-keyshortcuts="a"
              pending={pending}
              onClick={sendApproval}
            >
              Approve
            </SmallButton>
          )}
          {decline && (
            <SmallButton aria-keyshortcuts="d" onClick={() => setDialog("decline")}>
              Decline…
            </SmallButton>
          )}
        </div>
      )}
      <section aria-labelledby="request-details">
        <h2 id="request-details">Details</h2>
        <dl className={styles.facts}>
          <div>
            <dt>For</dt>
            <dd>
              {offer.title}
              {worth && `, ${worth}`}
            </dd>
          </div>
          <div>
            <dt>Costs</dt>
            <dd>{points(offer.points)}</dd>
          </div>
          {request.points !== undefined && (
            <div>
              <dt>The member has</dt>
              <dd>
                {points(request.points)}
                {request.points < 0 && " (some were taken back)"}
              </dd>
            </div>
          )}
          {mayPay && (
            <div>
              <dt>Reference</dt>
              <dd>
                {reference || "–"}{" "}
                {refer && (
                  <RowButton
                    label="Change…"
                    about="the reference"
                    aria-keyshortcuts="r"
                    onClick={() => setDialog("reference")}
                  />
                )}
              </dd>
            </div>
          )}
          {batch !== undefined && (
            <div>
              <dt>Batch</dt>
              <dd>
                {seesBatches ? (
                  <Link to={`?tab=batches&batch=${batch}`}>Batch {batch}</Link>
                ) : (
                  `Batch ${batch}`
                )}
              </dd>
            </div>
          )}
          <div>
            <dt>The member reads</dt>
            <dd>{sentence}</dd>
          </div>
        </dl>
      </section>
      <History steps={steps}>
        {(step) => (
          <>
            <p>{step.label}</p>
            {step.reason && <p>“{step.reason}”</p>}
            <p className={shared.hint}>{takerOf(step)}</p>
          </>
        )}
      </History>
      {dialog === "decline" && (
        <ReasonDialog
          request={request}
          title="Decline"
          button="Decline"
          send={(reason) => follow(declineRequest(request, reason))}
          onClose={close}
        />
      )}
      {dialog === "reference" && <ReferenceDialog request={request} onClose={close} />}
    </article>
  );
}
