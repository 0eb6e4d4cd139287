import type { HostedReferral, ReferralCommand } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { useState } from "react";
import { usePending } from "@/components/use-pending";
import { useKeys } from "@/console/keys";
import { BatchOutcome, type Item, itemOf, sendCommands } from "@/console/parts/batch";
import { SmallButton } from "@/console/parts/buttons";
import { type CommandChoice, CommandDialog } from "@/console/parts/command-dialog";
import { CsvButton } from "@/console/parts/csv";
import type { useReferrals } from "@/console/parts/use-pages";
import { useColleagues } from "@/console/server";
import { type Awards, BatchAwards } from "./batch-awards";
import type { Column } from "./columns";
import styles from "./referrals.module.css";
import type { Selection } from "./use-selection";

/** A command to choose, and what it is for. */
type Open = {
  readonly choice: CommandChoice;
  readonly chosen: readonly HostedReferral[];
  /** What became of those that were sent before a part of the batch failed. */
  readonly done: readonly Item[];
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

/** Sends a command for each; `note` gets what has become of them, in the same order. */
const send = (
  commandFor: (item: HostedReferral) => ReferralCommand,
  to: readonly HostedReferral[],
  note: (items: readonly Item[]) => void,
) =>
  sendCommands(
    to.map((one) => ({ key: one.key, version: one.version, command: commandFor(one) })),
    (outcomes) =>
      note(
        outcomes.flatMap((outcome, index) => {
          const before = to[index];
          return before ? [itemOf(before, outcome)] : [];
        }),
      ),
  );

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
  const [items, setItems] = useState<readonly Item[]>();
  const { chosen } = selection;

  /** Notes what has become of a batch. What was changed stays selected. */
  function noteAll(all: readonly Item[] | undefined) {
    setItems(all);
    const changed = (all ?? []).filter(({ state }) => state !== "refused");
    selection.keep(changed.flatMap(({ parts }) => parts.map(({ referral }) => referral)));
  }

  /** If a part fails, the dialog stays open for the rest. */
  async function giveAll(command: ReferralCommand, open: Open) {
    const { chosen: to, done } = open;
    let all = done;
    const reply = await send(
      () => command,
      to,
      (sent) => {
        all = [...done, ...sent];
        noteAll(all);
      },
    );
    if (reply.outcome !== "accepted") {
      const rest = { ...open, chosen: to.slice(all.length - done.length), done: all };
      setDialog((now) => (now === open ? rest : now));
    }
    return reply;
  }

  /** Gives each its points. What the rules give no more is refused, because nobody says why. */
  const awardEach = (awards: Awards, all: readonly HostedReferral[]) =>
    send(
      ({ key }) => ({ kind: "points", points: String(awards.get(key)), note: "" }),
      all.filter(({ key }) => awards.has(key)),
      noteAll,
    );

  const choose = (kind: Kind) => setDialog({ choice: { kind }, chosen, done: [] });
  const award = () => setAwarding(chosen);
  const offered = mayHandle ? COMMANDS : [];
  const keys = [
    ...offered.map(({ kind, letter, label }) => [letter, label, () => choose(kind)] as const),
    ...(mayAward ? [[AWARD.letter, AWARD.label, award] as const] : []),
  ];
  const named = keys.map(
    ([letter, label, run]) => [letter, [`Selected: ${label.toLowerCase()}`, run] as const] as const,
  );
  // A referral that is open beside the list has the same keys.
  useKeys(chosen.length > 0 ? Object.fromEntries(named) : {}, { first: true });

  return (
    <>
      {items && (
        <div className={styles.outcome}>
          <BatchOutcome items={items} listed={list.referrals} change={noteAll} />
        </div>
      )}
      {chosen.length > 0 && (
        <fieldset className={styles.batch}>
          <legend className="visually-hidden">Selected referrals</legend>
          <p aria-live="polite">
            {counted(chosen.length)} selected
            {selection.gone > 0 && `, ${selection.gone} no longer in this list`}
          </p>
          <SmallButton onClick={selection.clear}>Clear</SmallButton>
          {selection.hasAll &&
            list.hasNextPage &&
            chosen.length < CONSOLE_LIMITS.selectedAtOnce && (
              <SelectAll selection={selection} list={list} total={total} />
            )}
          {keys.map(([letter, label, run]) => (
            <SmallButton key={letter} aria-keyshortcuts={letter} onClick={run}>
              {label}
              <kbd aria-hidden="true">{letter}</kbd>
            </SmallButton>
          ))}
          <CsvButton
            name="referrals"
            head={columns.map(({ label }) => label)}
            rows={chosen.map((referral) =>
              columns.map(({ text }) => text({ referral, colleagues })),
            )}
          />
        </fieldset>
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

/** Their letters are those that the same commands have on one referral. */
const COMMANDS = [
  { letter: "a", kind: "assign", label: "Assign…" },
  { letter: "m", kind: "move", label: "Move…" },
  { letter: "d", kind: "decline", label: "Close: we cannot help…" },
  { letter: "n", kind: "note", label: "Write a note…" },
] as const;

type Kind = (typeof COMMANDS)[number]["kind"];

const AWARD = { letter: "p", label: "Award by the rules…" };

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
