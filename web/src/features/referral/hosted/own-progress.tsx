import type { ReferralDetail, TimelineEntry } from "@bindings";
import { useCallback, useEffect, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import type { Answer, HostedActions, ListedReferral } from "@/programme/programme";
import { Time, useLostFocus } from "../section";
import { CorrectDialog, WithdrawDialog } from "./own-commands";
import styles from "../referral.module.css";

/** Renders the progress of a member's own referral below its data. */
export function useOwnProgress(actions: HostedActions) {
  return useCallback(
    (view: ListedReferral) => <OwnProgress view={view} actions={actions} />,
    [actions],
  );
}

type Props = { view: ListedReferral; actions: HostedActions };

/** The stage, the events, and what the referrer can still do. */
function OwnProgress({ view, actions }: Props) {
  const [detail, setDetail] = useState<ReferralDetail>();
  const [failure, setFailure] = useState<string>();
  const [open, setOpen] = useState(false);
  const { key, version } = view;
  const name = view.referral.referredName;

  // Fetched again after each change, by anybody.
  useEffect(() => {
    let left = false;
    async function load() {
      const answer = await actions.detail(key);
      // An answer that is older than the shown version is ignored.
      if (left || isOlder(answer, version)) return;
      if (answer.outcome === "accepted") setDetail(answer.value);
      setFailure(answer.outcome === "accepted" ? undefined : answer.notice.description);
    }
    if (open) void load();
    return () => {
      left = true;
    };
  }, [open, key, version, actions]);

  return (
    <>
      {view.progress && <p>{view.progress.sentence}</p>}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          What happened, and what you can do
          <span className="visually-hidden"> about {name}</span>
        </summary>
        <div aria-live="polite">
          {detail ? (
            <Happened view={view} detail={detail} actions={actions} />
          ) : (
            <p>{failure ?? "Loading…"}</p>
          )}
        </div>
      </details>
    </>
  );
}

function isOlder(answer: Answer<ReferralDetail>, version = 0): boolean {
  return answer.outcome === "accepted" && answer.value.referral.version < version;
}

function Happened({ view, detail, actions }: Props & { detail: ReferralDetail }) {
  const [dialog, setDialog] = useState<"correct" | "withdraw">();
  const buttons = useRef<HTMLDivElement>(null);
  useLostFocus(dialog, () => buttons.current?.querySelector("button"));
  const current: ListedReferral = detail.referral;
  const close = () => setDialog(undefined);

  async function undo({ name: target }: TimelineEntry) {
    const undone = await actions.command(current, { kind: "undo", target });
    notify(undone.notice);
  }

  return (
    <>
      <ol className={styles.changes}>
        {detail.timeline.map((entry) => (
          <li key={`${entry.at} ${entry.name}`} className={styles.change}>
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
        {detail.possible.includes("withdraw") && (
          <Button variant="quiet" onClick={() => setDialog("withdraw")}>
            Withdraw…<span className="visually-hidden"> {view.referral.referredName}</span>
          </Button>
        )}
      </div>
      {dialog === "correct" && <CorrectDialog view={current} actions={actions} onClose={close} />}
      {dialog === "withdraw" && <WithdrawDialog view={current} actions={actions} onClose={close} />}
    </>
  );
}

/** Events of the company have a sentence; the user's own have only a kind. */
function sentence({ kind, text, by, note }: TimelineEntry): string {
  const who = by.shown;
  switch (kind) {
    case "submitted":
      return "Submitted";
    case "corrected":
      return `${who} corrected it to “${text ?? ""}”`;
    case "withdrawn":
      return note ? `${text ?? ""} “${note}”` : (text ?? "Withdrawn");
    case "undone":
      return `${who} undid this`;
    default:
      return text ?? kind;
  }
}
