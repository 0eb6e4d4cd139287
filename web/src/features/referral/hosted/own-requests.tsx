import type { RedemptionStatus, RedemptionStepView, RedemptionView, Tone } from "@bindings";
import { useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { FormDialog } from "@/components/dialog/form-dialog";
import { TextField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { useLostFocus } from "@/components/focus";
import { number } from "@/content/format";
import * as words from "@/content/generated/words/points";
import type { HostedActions } from "@/programme/programme";
import { Entry, Fact, Section, Time } from "../section";
import { kindOf, REFERENCES } from "./offer-words";
import styles from "../referral.module.css";
import own from "./exchange.module.css";

type Props = {
  /** Newest first. */
  requests: readonly RedemptionView[];
  actions: HostedActions;
  /** Fetches earlier ones, if there are any. */
  onMore: (() => void) | undefined;
  fetchingMore: boolean;
};

/** What a member has asked for, how far it is, and what they can still change. */
export function OwnRequests({ requests, actions, onMore, fetchingMore }: Props) {
  return (
    <Section title={words.yourRequests}>
      <ul className={styles.list}>
        {requests.map((request) => (
          <Request key={request.id} request={request} actions={actions} />
        ))}
      </ul>
      {onMore && (
        <Button variant="quiet" pending={fetchingMore} onClick={onMore}>
          {words.earlierRequests}
        </Button>
      )}
    </Section>
  );
}

function Request({ request, actions }: { request: RedemptionView; actions: HostedActions }) {
  const { offer, worth, reference, steps, mayChange } = request;
  const [dialog, setDialog] = useState<"cancel" | "reference">();
  const sentence = useRef<HTMLParagraphElement>(null);
  const close = () => setDialog(undefined);
  const asked = REFERENCES[offer.kind];
  const what = kindOf(offer, worth);
  const tone = TONES[request.status];
  // The buttons have gone if somebody has decided on it meanwhile.
  useLostFocus(`${mayChange} ${dialog}`, () => sentence.current);

  const facts = (
    <>
      <Fact name={words.points}>{number(offer.points)}</Fact>
      {what !== undefined && <Fact name={words.forWhat}>{what}</Fact>}
      {reference && <Fact name={asked?.label ?? words.reference}>{reference}</Fact>}
    </>
  );
  return (
    <Entry
      title={offer.title}
      tag={<Tag {...(tone && { tone })}>{request.label}</Tag>}
      facts={facts}
    >
      <p ref={sentence} tabIndex={-1} className={own.sentence} dir="auto">
        {request.sentence}
      </p>
      <div className={own.history}>
        <ol className={styles.changes} aria-label={words.steps({ title: offer.title })}>
          {steps.map((step) => (
            <Step key={`${step.at} ${step.status}`} step={step} />
          ))}
        </ol>
        {mayChange && (
          <div className={styles.buttons}>
            <Button variant="quiet" onClick={() => setDialog("cancel")}>
              {words.takeBack}
              <span className="visually-hidden"> {offer.title}</span>
            </Button>
            {asked && (
              <Button variant="quiet" onClick={() => setDialog("reference")}>
                {(reference ? words.changeReference : words.addReference)({
                  what: lowered(asked.label),
                })}
                <span className="visually-hidden">{words.ofRequest({ title: offer.title })}</span>
              </Button>
            )}
          </div>
        )}
      </div>
      {dialog === "cancel" && (
        <TakeBackDialog request={request} actions={actions} onClose={close} />
      )}
      {dialog === "reference" && asked && (
        <FormDialog
          title={offer.title}
          explanation={words.referenceLead}
          button={words.save}
          initial={{ reference }}
          deliver={(typed) => actions.setReference(request.id, typed.reference)}
          onClose={close}
        >
          {(field) => <TextField {...asked} autoComplete="off" optional {...field("reference")} />}
        </FormDialog>
      )}
    </Entry>
  );
}

/** Takes a request back. A refusal stands above the buttons. */
function TakeBackDialog({
  request: { id, offer },
  actions,
  onClose,
}: {
  request: RedemptionView;
  actions: HostedActions;
  onClose: () => void;
}) {
  return (
    <FormDialog
      title={words.takeBackTitle({ title: offer.title })}
      explanation={words.takeBackLead({ points: offer.points })}
      button={words.takeBackNow}
      initial={{ request: "" }}
      deliver={() => actions.takeBack(id)}
      onClose={onClose}
    >
      {(field) =>
        field("request").error !== undefined && (
          <p className={own.refusal}>{field("request").error}</p>
        )
      }
    </FormDialog>
  );
}

function Step({ step: { at, label, reason } }: { step: RedemptionStepView }) {
  return (
    <li className={styles.change}>
      <Time at={at} />
      <span dir="auto">{reason ? `${label}: ${reason}` : label}</span>
    </li>
  );
}

function lowered(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1);
}

const TONES: Readonly<Record<RedemptionStatus, Tone | undefined>> = {
  requested: "yellow",
  approved: "yellow",
  batched: "yellow",
  paid: "green",
  failed: "red",
  declined: "red",
  cancelled: undefined,
};
