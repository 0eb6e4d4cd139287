import type { CommandOutcome, HostedReferral, Notice as Words, ReferralCommand } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { SmallButton } from "@/console/parts/buttons";
import { type CommandChoice, CommandDialog } from "@/console/parts/command-dialog";
import { CsvButton } from "@/console/parts/csv";
import type { useReferrals } from "@/console/parts/use-pages";
import { queries, sendWrite, useColleagues } from "@/console/server";
import styles from "@/console/console.module.css";
import { type Awards, BatchAwards } from "./batch-awards";
import type { Column } from "./columns";
import type { Selection } from "./use-selection";

/** A command to choose, and what it is for. */
type Open = {
  readonly choice: CommandChoice;
  readonly chosen: readonly HostedReferral[];
  /** What became of those that were sent before a part of the batch failed. */
  readonly done: readonly Item[];
};

/** A referral of the batch, and how it is now. */
type Item = {
  /** As it was after the last command. */
  readonly referral: HostedReferral;
  readonly state: "changed" | "undone" | "unchanged" | "refused";
  /** The event that can be undone. */
  readonly event?: string | undefined;
  /** Why the last command was refused. */
  readonly why?: string | undefined;
};

type Props = {
  selection: Selection;
  /** The list as it is now. */
  list: ReturnType<typeof useReferrals>;
  /** How many referrals the whole list has, if that is known. */
  total: number | undefined;
  columns: readonly Column[];
  mayHandle: boolean;
  mayAward: boolean;
};

/**
 * Commands for all selected referrals. Shows which were refused and why, and undoes them together;
 * or exports the selection with the visible columns.
 */
export default function BatchCommands({
  selection,
  list,
  total,
  columns,
  mayHandle,
  mayAward,
}: Props) {
  const { data: colleagues } = useColleagues();
  const [dialog, setDialog] = useState<Open>();
  const [awarding, setAwarding] = useState<readonly HostedReferral[]>();
  const [undoing, run] = usePending();
  const [items, setItems] = useState<readonly Item[]>();
  const { chosen } = selection;

  /** Sends a command for each; `note` gets the outcomes so far, in the same order. */
  async function send(
    commandFor: (item: HostedReferral, index: number) => ReferralCommand,
    to: readonly HostedReferral[],
    note: (outcomes: readonly CommandOutcome[]) => void,
  ) {
    const commands = to.map((one, index) => ({
      key: one.key,
      version: one.version,
      command: commandFor(one, index),
    }));
    const outcomes: CommandOutcome[] = [];
    // As many per request as the server accepts.
    for (let from = 0; ; from += CONSOLE_LIMITS.commandsAtOnce) {
      const value = { commands: commands.slice(from, from + CONSOLE_LIMITS.commandsAtOnce) };
      const isLast = from + CONSOLE_LIMITS.commandsAtOnce >= commands.length;
      // What is on the screen is fetched again once, when all is done.
      const path = "/referrals/commands";
      const reply = await sendWrite<CommandOutcome[]>(path, { value }, () => isLast);
      if (reply.outcome === "accepted") outcomes.push(...reply.value);
      if (outcomes.length > 0) note(outcomes);
      if (reply.outcome === "accepted" && !isLast) continue;
      selection.keep(outcomes.flatMap((it) => (it.outcome === "done" ? [it.referral] : [])));
      if (!isLast) await queries.invalidateQueries();
      return reply;
    }
  }

  /** If a part fails, the dialog stays open for the rest. */
  async function giveAll(command: ReferralCommand, open: Open) {
    const { chosen: to, done } = open;
    let all = done;
    const reply = await send(
      () => command,
      to,
      (outcomes) => {
        const sent = outcomes.flatMap((outcome, index) => itemOf(to[index], outcome, "changed"));
        all = [...done, ...sent];
        setItems(all);
      },
    );
    if (reply.outcome !== "accepted") {
      const rest = { ...open, chosen: to.slice(all.length - done.length), done: all };
      setDialog((now) => (now === open ? rest : now));
    }
    return reply;
  }

  /** Gives each its points. What the rules give no more is refused, because nobody says why. */
  function awardEach(awards: Awards, all: readonly HostedReferral[]) {
    const to = all.filter(({ key }) => awards.has(key));
    return send(
      ({ key }) => ({ kind: "points", points: String(awards.get(key)), note: "" }),
      to,
      (outcomes) =>
        setItems(outcomes.flatMap((outcome, index) => itemOf(to[index], outcome, "changed"))),
    );
  }

  /** Undoes what is changed, or changes again what was undone. What is refused stays as it is. */
  async function undo(all: readonly Item[], from: "changed" | "undone") {
    const to = all.filter(({ state }) => state === from);
    const others = all
      .filter(({ state }) => state !== from)
      .map((item) => (item.state === "refused" ? item : { ...item, why: undefined }));
    const state = from === "changed" ? "undone" : "changed";
    const undone = await send(
      (_, index) => ({ kind: "undo", target: to[index]?.event ?? "", note: "" }),
      to.map(({ referral }) => referral),
      (outcomes) => {
        const after = to.flatMap((item, index): Item[] => {
          const outcome = outcomes[index];
          if (!outcome) return [item];
          if (outcome.outcome === "refused") return [{ ...item, why: outcome.hints.join(" ") }];
          return itemOf(item.referral, outcome, state);
        });
        setItems([...others, ...after]);
      },
    );
    notify(undone.notice);
  }

  return (
    <>
      {chosen.length > 0 && (
        <fieldset className={styles.batch}>
          <legend className="visually-hidden">Selected referrals</legend>
          <p aria-live="polite">
            {counted(chosen.length)} selected
            {selection.gone > 0 && `, ${selection.gone} no longer in this list`}
          </p>
          {selection.hasAll &&
            list.hasNextPage &&
            chosen.length < CONSOLE_LIMITS.selectedAtOnce && (
              <SelectAll selection={selection} list={list} total={total} />
            )}
          {mayHandle &&
            COMMANDS.map(([kind, label]) => (
              <SmallButton
                key={kind}
                onClick={() => setDialog({ choice: { kind }, chosen, done: [] })}
              >
                {label}
              </SmallButton>
            ))}
          {mayAward && (
            <SmallButton onClick={() => setAwarding(chosen)}>Award by the rules…</SmallButton>
          )}
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
      {items && (
        <Notice notice={noticeOf(items, list.referrals)}>
          {items.some(({ why }) => why) && (
            <ul>
              {items.map(
                ({ referral, why }) =>
                  why && (
                    <li key={referral.key}>
                      {referral.referral.referredName}: {why}
                    </li>
                  ),
              )}
            </ul>
          )}
          {(["changed", "undone"] as const).map(
            (state) =>
              items.some((item) => item.state === state) && (
                <SmallButton
                  key={state}
                  variant={state === "changed" ? "primary" : "quiet"}
                  pending={undoing}
                  onClick={() => void run(() => undo(items, state))}
                >
                  {state === "changed" ? "Undo" : "Redo"}
                </SmallButton>
              ),
          )}
          <SmallButton onClick={() => setItems(undefined)}>Close</SmallButton>
        </Notice>
      )}
      {awarding && (
        <BatchAwards
          chosen={awarding}
          send={(awards) => awardEach(awards, awarding)}
          onClose={() => setAwarding(undefined)}
        />
      )}
      {dialog && (
        <CommandDialog
          choice={dialog.choice}
          about={counted(dialog.chosen.length)}
          send={(command) => giveAll(command, dialog)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

const COMMANDS = [
  ["assign", "Assign…"],
  ["move", "Move…"],
  ["decline", "Close: we cannot help…"],
  ["note", "Write a note…"],
] as const;

/** Selects all that match, which the server is asked for: as many as may be changed at once. */
function SelectAll({ selection, list, total }: Pick<Props, "selection" | "list" | "total">) {
  const [pending, run] = usePending();
  const most = CONSOLE_LIMITS.selectedAtOnce;

  async function selectAll() {
    let found = list.referrals;
    let hasMore = list.hasNextPage;
    while (hasMore && found.length < most) {
      // The table may be fetching the same page.
      const { data, hasNextPage, isError } = await list.fetchNextPage({ cancelRefetch: false });
      found = data?.pages.flatMap(({ referrals }) => referrals) ?? found;
      hasMore = hasNextPage && !isError;
    }
    selection.select(found);
  }

  const label =
    total === undefined
      ? `Select all that match, ${most} at most`
      : total > most
        ? `Select the first ${most} of ${total.toLocaleString("en-GB")}`
        : `Select all ${total}`;
  return (
    <SmallButton pending={pending} onClick={() => void run(selectAll)}>
      {label}
    </SmallButton>
  );
}

const counted = (count: number) => `${count} referral${count === 1 ? "" : "s"}`;

function itemOf(
  before: HostedReferral | undefined,
  outcome: CommandOutcome,
  state: "changed" | "undone",
): Item[] {
  if (!before) return [];
  if (outcome.outcome === "refused") {
    return [{ referral: before, state: "refused", why: outcome.hints.join(" ") }];
  }
  const { referral, event } = outcome;
  return [{ referral, state: event ? state : "unchanged", event: event ?? undefined }];
}

/** What is true of the batch now, also after it was undone or somebody else has gone on. */
function noticeOf(items: readonly Item[], referrals: readonly HostedReferral[]): Words {
  const count = (state: Item["state"]) => items.filter((item) => item.state === state).length;
  const versions = new Map(referrals.map(({ key, version }) => [key, version]));
  const since = items.filter(
    ({ referral: { key, version }, state }) =>
      (state === "changed" || state === "undone") && (versions.get(key) ?? 0) > version,
  ).length;
  const [changed, undone] = [count("changed"), count("undone")];
  const refusals = items.filter(({ why }) => why).length;
  const parts = [
    changed > 0 && `${changed} ${undone > 0 ? "still changed" : "changed"}`,
    undone > 0 && `${undone} undone`,
    count("unchanged") > 0 && `${count("unchanged")} already done`,
    refusals > 0 && `${refusals} refused`,
    since > 0 && `${since} changed by somebody else since`,
  ].filter(Boolean);
  return {
    title: undone > 0 ? "Undone" : changed > 0 ? "Done" : "Nothing changed",
    description: `${parts.join(", ")}.`,
    variant: refusals > 0 ? "destructive" : "default",
  };
}
