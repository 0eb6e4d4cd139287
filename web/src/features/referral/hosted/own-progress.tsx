import type { ReferralDetail, TimelineEntry } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import { useLostFocus } from "@/components/focus";
import * as words from "@/content/generated/words/hosted";
import type { HostedState, ListedReferral } from "@/programme/programme";
import { Time } from "../section";
import { CorrectDialog, PageAddress, PageDialog, WithdrawDialog } from "./own-commands";
import styles from "../referral.module.css";

type Shared = Pick<HostedState, "client" | "actions" | "services">;

/** What the reader is to the referrals. */
type As = "referrer" | "referred";

type Source = Shared & { as: As };

/** Renders the progress of a referral of the reader, or about them, below its data. */
export function useOwnProgress({ client, actions, services }: Shared, as: As) {
  return useCallback(
    (view: ListedReferral) => <OwnProgress view={view} {...{ client, actions, services, as }} />,
    [client, actions, services, as],
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
          <bdi>{view.progress.sentence}</bdi> {consent(view.progress.consent?.answer)}
          {view.progress.saysWho && ` ${words.weMaySayWho}`}
        </p>
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          {words.history}
          <span className="visually-hidden">
            {words.aboutPerson({ name: view.referral.referredName })}
          </span>
        </summary>
        <div aria-live="polite">
          {detail ? (
            <Happened view={view} detail={detail} {...source} />
          ) : (
            <p>{error ? noticeOf(error).description : words.loading}</p>
          )}
        </div>
      </details>
    </>
  );
}

/** Where the consent of an open referral stands. */
function consent(answer: string | undefined): string {
  if (answer === "agreed") return words.theyAgreed;
  return answer === "asked" ? words.theyWereAsked : "";
}

type Props = Omit<Source, "client"> & { view: ListedReferral; detail: ReferralDetail };

function Happened({ view, detail, actions, services, as }: Props) {
  const [dialog, setDialog] = useState<"correct" | "page" | "withdraw">();
  const [address, setAddress] = useState<string>();
  const buttons = useRef<HTMLDivElement>(null);
  const current: ListedReferral = detail.referral;
  useLostFocus(dialog, () => buttons.current?.querySelector("button"));
  // Its button goes with what it undoes. A change by somebody else takes no focus.
  const isUndoing = useRef(false);
  useLostFocus(current.version, () => {
    if (!isUndoing.current) return null;
    isUndoing.current = false;
    const above = buttons.current;
    return above?.querySelector("button") ?? above?.closest("details")?.querySelector("summary");
  });
  const close = () => setDialog(undefined);

  async function undo({ id: target }: TimelineEntry) {
    isUndoing.current = true;
    const undone = await actions.command(current, { kind: "undo", target });
    if (undone.outcome !== "accepted") isUndoing.current = false;
    notify(undone.notice);
  }

  async function sayWho() {
    const says = !current.progress?.saysWho;
    const said = await actions.command(current, { kind: "say-who", says });
    notify(said.notice);
  }

  return (
    <>
      {/* Above the history, which grows: a button that moved would miss a press. */}
      <div ref={buttons} className={styles.buttons}>
        {detail.possible.includes("correct") && (
          <Button variant="quiet" onClick={() => setDialog("correct")}>
            {words.correct}
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("ask") && (
          <Button variant="quiet" onClick={() => setDialog("page")}>
            {words.sendPage}
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("say-who") && (
          <Button variant="quiet" onClick={() => void sayWho()}>
            {current.progress?.saysWho ? words.sayNotWho : words.sayWho}
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
        {detail.possible.includes("withdraw") && (
          <Button variant="quiet" onClick={() => setDialog("withdraw")}>
            {words.withdraw}
            <span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
      </div>
      <ol className={styles.changes}>
        {detail.timeline.map((entry) => (
          <li key={`${entry.at} ${entry.id}`} className={styles.change}>
            <Time at={entry.at} />
            {entry.undone ? (
              <del dir="auto">{sentence(entry, as)}</del>
            ) : (
              <span dir="auto">{sentence(entry, as)}</span>
            )}
            {entry.canUndo && (
              <Button variant="quiet" onClick={() => void undo(entry)}>
                {words.undo}
                <span className="visually-hidden"> {sentence(entry, as)}</span>
              </Button>
            )}
          </li>
        ))}
      </ol>
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
function sentence({ kind, text = "", by, note, way }: TimelineEntry, as: As): string {
  switch (kind) {
    case "submitted":
      return words.submitted;
    case "corrected":
      return words.corrected({ text });
    case "withdrawn":
      return note ? words.withdrawnBecause({ text, note }) : text || words.withdrawn;
    case "said":
      return way === "whatsapp" ? words.wroteWhatsapp({ text }) : words.texted({ text });
    case "undone":
      return words.undid({ by: by.kind === as ? "you" : (by.kind as "company") });
    case "says-who":
      return text === "yes" ? words.saidWho : words.saidNotWho;
    default:
      return text || kind;
  }
}
