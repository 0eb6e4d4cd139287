import type {
  Code,
  CommandOutcome,
  HostedReferral,
  Notice as Words,
  ReferralCommand,
} from "@bindings";
import { REJECTIONS } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/console";
import { HOSTED_WORDS } from "@bindings/hosted";
import { useState } from "react";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "@/console/parts/buttons";
import { type CommandChoice, CommandDialog } from "@/console/parts/command-dialog";
import { CsvButton } from "@/console/parts/csv";
import { sendWrite, useColleagues } from "@/console/server";
import styles from "@/console/console.module.css";
import type { Column } from "./columns";
import type { Selection } from "./use-selection";

type Result = {
  done: { referral: HostedReferral; event: string }[];
  refused: { name: string; why: string }[];
  /** How many already were as requested. */
  unchanged: number;
};

type Props = { selection: Selection; columns: readonly Column[]; mayHandle: boolean };

/**
 * Commands for all selected referrals. Shows which were refused and why, and undoes them together;
 * or exports the selection with the visible columns.
 */
export function BatchCommands({ selection, columns, mayHandle }: Props) {
  const { data: colleagues } = useColleagues();
  const [dialog, setDialog] = useState<{
    choice: CommandChoice;
    chosen: readonly HostedReferral[];
  }>();
  const [undoing, run] = usePending();
  const [result, setResult] = useState<Result>();
  const { chosen } = selection;

  async function send(
    commandFor: (referral: HostedReferral) => ReferralCommand,
    to: readonly HostedReferral[],
  ) {
    const commands = to.map((one) => ({
      key: one.key,
      version: one.version,
      command: commandFor(one),
    }));
    const outcomes: CommandOutcome[] = [];
    // As many per request as the server accepts.
    for (let from = 0; ; from += CONSOLE_LIMITS.commandsAtOnce) {
      const value = { commands: commands.slice(from, from + CONSOLE_LIMITS.commandsAtOnce) };
      const reply = await sendWrite<CommandOutcome[]>("/referrals/commands", { value });
      if (reply.outcome === "accepted") outcomes.push(...reply.value);
      if (outcomes.length > 0) setResult(resultOf(to, outcomes));
      if (reply.outcome !== "accepted" || from + CONSOLE_LIMITS.commandsAtOnce >= commands.length) {
        if (reply.outcome === "accepted") selection.clear();
        return reply;
      }
    }
  }

  async function undo({ done }: Result) {
    const events = new Map(done.map(({ referral, event }) => [referral.key, event]));
    const undone = await send(
      ({ key }) => ({ kind: "undo", target: events.get(key) ?? "", note: "" }),
      done.map(({ referral }) => referral),
    );
    notify(undone.notice);
  }

  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={styles.batch}>
          <legend className="visually-hidden">Selected referrals</legend>
          <p aria-live="polite">{counted(chosen.length)} selected</p>
          {mayHandle &&
            (["assign", "move", "decline"] as const).map((kind) => (
              <SmallButton key={kind} onClick={() => setDialog({ choice: { kind }, chosen })}>
                {kind[0]?.toUpperCase() + kind.slice(1)}…
              </SmallButton>
            ))}
          <CsvButton
            name="referrals"
            head={columns.map(({ label }) => label)}
            rows={chosen.map((referral) =>
              columns.map(({ text }) => text({ referral, colleagues })),
            )}
          />
          <SmallButton onClick={selection.clear}>Clear</SmallButton>
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
            <SmallButton
              variant="primary"
              pending={undoing}
              onClick={() => void run(() => undo(result))}
            >
              Undo
            </SmallButton>
          )}
          <SmallButton onClick={() => setResult(undefined)}>Close</SmallButton>
        </Notice>
      )}
      {dialog && (
        <CommandDialog
          choice={dialog.choice}
          about={counted(dialog.chosen.length)}
          send={(command) => send(() => command, dialog.chosen)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

const counted = (count: number) => `${count} referral${count === 1 ? "" : "s"}`;

function resultOf(
  referrals: readonly HostedReferral[],
  answers: readonly CommandOutcome[],
): Result {
  const result: Result = { done: [], refused: [], unchanged: 0 };
  for (const [index, answer] of answers.entries()) {
    const name = referrals[index]?.referral.referredName ?? "";
    if (answer.outcome === "refused")
      result.refused.push({ name, why: answer.codes.map(hintOf).join(" ") });
    else if (!answer.event) result.unchanged += 1;
    else result.done.push({ referral: answer.referral, event: answer.event });
  }
  return result;
}

function hintOf(code: Code): string {
  return { ...REJECTIONS, ...HOSTED_WORDS }[code].hint;
}

function noticeOf({ done, refused, unchanged }: Result): Words {
  const parts = [
    `${done.length} changed`,
    unchanged > 0 && `${unchanged} already done`,
    refused.length > 0 && `${refused.length} refused`,
  ];
  const description = `${parts.filter(Boolean).join(", ")}.`;
  return { title: "Done", description, variant: refused.length > 0 ? "destructive" : "default" };
}
