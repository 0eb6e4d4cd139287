import type { ReferralDetail, TimelineEntry } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import type { HostedState, ListedReferral } from "@/programme/programme";
import { Time, useLostFocus } from "../section";
import { CorrectDialog, PageAddress, PageDialog, WithdrawDialog } from "./own-commands";
import styles from "../referral.module.css";

type Source = Pick<HostedState, "client" | "actions" | "services">;

/** Renders the progress of a member's own referral below its data. */
export function useOwnProgress({ client, actions, services }: Source) {
  return useCallback(
    (view: ListedReferral) => <OwnProgress view={view} {...{ client, actions, services }} />,
    [client, actions, services],
  );
}

/** The stage, the events, and what the referrer can still do. */
function OwnProgress({ view, client, ...source }: Source & { view: ListedReferral }) {
  const [open, setOpen] = useState(false);
  const { key, version } = view;
  const { data: detail, error } = useQuery(
    {
      // Fetched again after each change, by anybody.
      queryKey: ["detail", key, version],
      queryFn: () => client.fetchJson<ReferralDetail>(`/referrals/${encodeURIComponent(key)}`),
      placeholderData: keepPreviousData,
      enabled: open,
    },
    client.queries,
  );

  return (
    <>
      {view.progress && (
        <p>
          {view.progress.sentence} {consent(view.progress.consent?.answer)}
          {view.progress.saysWho && " We may say that you referred them."}
        </p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          History and changes
          <span className="visually-hidden"> about {view.referral.referredName}</span>
        </summary>
        <div aria-live="polite">
          {detail ? (
            <Happened view={view} detail={detail} {...source} />
          ) : (
            <p>{error ? noticeOf(error).description : "Loading…"}</p>
          )}
        </div>
      </details>
    </>
  );
}

/** Where the consent of an open referral stands. */
function consent(answer: string | undefined): string {
  if (answer === "agreed") return "They said that we may call.";
  return answer === "asked" ? "They have their page, and have not answered." : "";
}

type Props = Omit<Source, "client"> & { view: ListedReferral; detail: ReferralDetail };

function Happened({ view, detail, actions, services }: Props) {
  const [dialog, setDialog] = useState<"correct" | "page" | "withdraw">();
  const [address, setAddress] = useState<string>();
  const buttons = useRef<HTMLDivElement>(null);
  useLostFocus(dialog, () => buttons.current?.querySelector("button"));
  const current: ListedReferral = detail.referral;
  const close = () => setDialog(undefined);

  async function undo({ id: target }: TimelineEntry) {
    const undone = await actions.command(current, { kind: "undo", target });
    notify(undone.notice);
  }

  async function sayWho() {
    const says = !current.progress?.saysWho;
    const said = await actions.command(current, { kind: "say-who", says });
    notify(said.notice);
  }

  return (
    <>
      <ol className={styles.changes}>
        {detail.timeline.map((entry) => (
          <li key={`${entry.at} ${entry.id}`} className={styles.change}>
            <Time at={entry.at} />
            {entry.undone ? <del>{sentence(entry)}</del> : <span>{sentence(entry)}</span>}
            {entry.canUndo && (
              <Button variant="quiet" onClick={() => void undo(entry)}>
                Undo
              </Button>
            )}
          </li>
        ))}
      </ol>
      <div ref={buttons} className={styles.buttons}>
        {detail.possible.includes("correct") && (
          <Button variant="quiet" onClick={() => setDialog("correct")}>
            Correct…<span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("ask") && (
          <Button variant="quiet" onClick={() => setDialog("page")}>
            Send them their page…
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("say-who") && (
          <Button variant="quiet" onClick={() => void sayWho()}>
            {current.progress?.saysWho ? "Do not say who referred them" : "Say who referred them"}
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("withdraw") && (
          <Button variant="quiet" onClick={() => setDialog("withdraw")}>
            Withdraw…<span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
      </div>
      {dialog === "correct" && (
        <CorrectDialog view={current} actions={actions} services={services} onClose={close} />
      )}
      {dialog === "page" && (
        <PageDialog view={current} actions={actions} made={setAddress} onClose={close} />
      )}
      {address && <PageAddress address={address} onClose={() => setAddress(undefined)} />}
      {dialog === "withdraw" && <WithdrawDialog view={current} actions={actions} onClose={close} />}
    </>
  );
}

/** Events of the company have a sentence; the user's own have only a kind. */
function sentence({ kind, text, by, note, way }: TimelineEntry): string {
  const who = by.shown;
  switch (kind) {
    case "submitted":
      return "Submitted";
    case "corrected":
      return `${who} corrected it to “${text ?? ""}”`;
    case "withdrawn":
      return note ? `${text ?? ""} “${note}”` : (text ?? "Withdrawn");
    case "said":
      return way === "whatsapp"
        ? `We opened WhatsApp to write to you: “${text ?? ""}”`
        : `We texted you: “${text ?? ""}”`;
    case "undone":
      return `${who} undid this`;
    case "says-who":
      return text === "yes"
        ? `${who} said that we may say who referred them`
        : `${who} said that we may not say who referred them`;
    default:
      return text ?? kind;
  }
}
