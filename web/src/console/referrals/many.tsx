import type {
  Code,
  CommandOutcome,
  HostedReferral,
  Notice as Words,
  ReferralCommand,
} from "@bindings";
import { REJECTIONS } from "@bindings";
import { HOSTED_WORDS } from "@bindings/hosted-words";
import { useState } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { type Asking, CommandDialog } from "@/console/parts/commands";
import { act } from "@/console/server";
import styles from "@/console/console.module.css";
import type { Selection } from "./use-selection";

type Result = {
  done: { referral: HostedReferral; event: string }[];
  refused: { name: string; why: string }[];
};

/** Does one thing to all that is selected, says which were refused and why, and undoes it as one. */
export function ManyAtOnce({ selection }: { selection: Selection }) {
  const [asking, setAsking] = useState<Asking>();
  const [result, setResult] = useState<Result>();
  const { chosen } = selection;
  const count = `${chosen.length} referral${chosen.length === 1 ? "" : "s"}`;

  async function send(
    what: (referral: HostedReferral) => ReferralCommand,
    to: readonly HostedReferral[],
  ) {
    const commands = to.map((one) => ({ key: one.key, version: one.version, command: what(one) }));
    const reply = await act<CommandOutcome[]>("/referrals/commands", { value: { commands } });
    if (reply.outcome === "accepted") {
      setResult(resultOf(to, reply.value));
      selection.clear();
    }
    return reply;
  }

  async function undo({ done }: Result) {
    const events = new Map(done.map(({ referral, event }) => [referral.key, event]));
    await send(
      ({ key }) => ({ kind: "undo", target: events.get(key) ?? "", note: "" }),
      done.map(({ referral }) => referral),
    );
  }

  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={styles.many}>
          <legend className="visually-hidden">Selected referrals</legend>
          <p aria-live="polite">{count} selected</p>
          {(["assign", "move", "decline"] as const).map((what) => (
            <Button
              key={what}
              variant="quiet"
              className={styles.small}
              onClick={() => setAsking({ what })}
            >
              {what[0]?.toUpperCase() + what.slice(1)}…
            </Button>
          ))}
          <Button variant="quiet" className={styles.small} onClick={selection.clear}>
            Clear
          </Button>
        </fieldset>
      )}
      {result && (
        <Notice notice={noticeOf(result)}>
          {result.refused.length > 0 && (
            <ul>
              {result.refused.map(({ name, why }, index) => (
                <li key={index}>
                  {name}: {why}
                </li>
              ))}
            </ul>
          )}
          {result.done.length > 0 && (
            <Button className={styles.small} onClick={() => void undo(result)}>
              Undo
            </Button>
          )}
          <Button variant="quiet" className={styles.small} onClick={() => setResult(undefined)}>
            Close
          </Button>
        </Notice>
      )}
      {asking && (
        <CommandDialog
          asking={asking}
          about={count}
          send={(command) => send(() => command, chosen)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}

function resultOf(asked: readonly HostedReferral[], answers: readonly CommandOutcome[]): Result {
  const result: Result = { done: [], refused: [] };
  for (const [index, answer] of answers.entries()) {
    const name = asked[index]?.referral.referredName ?? "";
    if (answer.outcome === "refused")
      result.refused.push({ name, why: answer.codes.map(hintOf).join(" ") });
    else if (answer.event) result.done.push({ referral: answer.referral, event: answer.event });
  }
  return result;
}

function hintOf(code: Code): string {
  return { ...REJECTIONS, ...HOSTED_WORDS }[code].hint;
}

function noticeOf({ done, refused }: Result): Words {
  const description =
    refused.length === 0
      ? `${done.length} changed.`
      : `${done.length} changed, ${refused.length} not.`;
  return { title: "Done", description, variant: refused.length > 0 ? "destructive" : "default" };
}
