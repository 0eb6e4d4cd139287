/** What becomes of several referrals that are changed at once, and taking all of it back. */
import type { CommandOutcome, HostedReferral, KeyedCommand, Notice as Words } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import type { Ref } from "react";
import { Notice } from "@/components/notice/notice";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import { refetchReferrals, sendWrite, showChanged } from "@/console/server";
import { SmallButton } from "./buttons";

/** One of the batch, and how it is now. */
export type Item = {
  readonly key: string;
  readonly name: string;
  readonly state: "changed" | "undone" | "unchanged" | "refused";
  /** The referrals that were changed for it. */
  readonly parts: readonly Part[];
  /** Why the last command was refused. */
  readonly why?: string | undefined;
};

type Part = {
  /** As it was after the last command. */
  readonly referral: HostedReferral;
  /** The event that can be undone. */
  readonly event?: string | undefined;
};

/**
 * Sends so many per request as the server accepts; `note` gets the outcomes so far, in the same order. What is on the
 * screen is fetched again once, when all is done. If a request fails, the rest is not sent.
 */
export async function sendInParts<Sent, Outcome>(
  path: string,
  most: number,
  all: readonly Sent[],
  bodyOf: (some: readonly Sent[]) => object,
  note: (outcomes: readonly Outcome[]) => void,
  refetch: (outcomes: readonly Outcome[]) => Promise<void> = refetchReferrals,
) {
  const outcomes: Outcome[] = [];
  for (let from = 0; ; from += most) {
    const value = bodyOf(all.slice(from, from + most));
    const isLast = from + most >= all.length;
    const reply = await sendWrite<Outcome[]>(path, { value }, () => false);
    if (reply.outcome === "accepted") outcomes.push(...reply.value);
    if (outcomes.length > 0) note(outcomes);
    if (reply.outcome === "accepted" && !isLast) continue;
    await refetch(outcomes);
    return reply;
  }
}

/**
 * Gives commands, each of which is done or refused. `leaves`: the screen goes on to another referral then, so its history
 * is not waited for.
 */
export const sendCommands = (
  commands: readonly KeyedCommand[],
  note: (outcomes: readonly CommandOutcome[]) => void,
  { leaves = false } = {},
) =>
  sendInParts<KeyedCommand, CommandOutcome>(
    "/referrals/commands",
    CONSOLE_LIMITS.commandsAtOnce,
    commands,
    (some) => ({ commands: some }),
    note,
    (outcomes) => {
      const done = outcomes.flatMap((one) => (one.outcome === "done" ? [one.referral] : []));
      return done.length < commands.length ? refetchReferrals() : showChanged(done, { leaves });
    },
  );

/** A referral after a command of its own. */
export function itemOf(before: HostedReferral, outcome: CommandOutcome): Item {
  const { key, referral } = before;
  const item = { key, name: referral.referredName };
  if (outcome.outcome === "refused") {
    return { ...item, state: "refused", parts: [], why: outcome.hints.join(" ") };
  }
  const { event } = outcome;
  return {
    ...item,
    state: event ? "changed" : "unchanged",
    parts: [{ referral: outcome.referral, event }],
  };
}

/** Undoes what is changed, or changes again what was undone. What is refused stays as it is. */
function undo(
  all: readonly Item[],
  from: "changed" | "undone",
  note: (items: readonly Item[]) => void,
) {
  const to = all.filter(({ state }) => state === from);
  const others = all
    .filter(({ state }) => state !== from)
    .map((item) => (item.state === "refused" ? item : { ...item, why: undefined }));
  // One referral may be a part of several, and each command makes a version of it.
  const versions = newestVersions(to);
  const commands = to.flatMap(({ parts }) =>
    parts.map(({ referral: { key }, event = "" }): KeyedCommand => {
      const version = versions.get(key) ?? 0;
      versions.set(key, version + 1);
      return { key, version, command: { kind: "undo", target: event, note: "" } };
    }),
  );
  return sendCommands(commands, (outcomes) => {
    let place = 0;
    const after = to.map((item) => {
      const own = outcomes.slice(place, place + item.parts.length);
      place += item.parts.length;
      return afterUndo(item, own, from === "changed" ? "undone" : "changed");
    });
    note([...others, ...after]);
  });
}

/** An item after its parts were undone. If one is refused, that one can still be. */
function afterUndo(item: Item, outcomes: readonly CommandOutcome[], state: Item["state"]): Item {
  const refusals = outcomes.filter((outcome) => outcome.outcome === "refused");
  if (refusals.length > 0 || outcomes.length < item.parts.length) {
    const parts = item.parts.filter((_, index) => outcomes[index]?.outcome !== "done");
    const why = refusals.flatMap(({ hints }) => hints);
    return { ...item, parts, why: why.length > 0 ? [...new Set(why)].join(" ") : undefined };
  }
  const parts = outcomes.flatMap((outcome) =>
    outcome.outcome === "done" ? [{ referral: outcome.referral, event: outcome.event }] : [],
  );
  const isChanged = parts.every(({ event }) => event);
  return { ...item, state: isChanged ? state : "unchanged", parts, why: undefined };
}

function newestVersions(items: readonly Item[]) {
  const versions = new Map<string, number>();
  for (const { referral } of items.flatMap(({ parts }) => parts)) {
    versions.set(referral.key, Math.max(referral.version, versions.get(referral.key) ?? 0));
  }
  return versions;
}

type Props = {
  ref?: Ref<HTMLDivElement>;
  items: readonly Item[];
  /** The referrals on the screen, as they are now. */
  listed: readonly HostedReferral[];
  /** Notes what has become of them, or with `undefined` that nobody needs to know any more. */
  change: (items: readonly Item[] | undefined) => void;
};

/** Says what has become of a batch, which were refused and why, and undoes it together. */
export function BatchOutcome({ ref, items, listed, change }: Props) {
  const [undoing, run] = usePending();

  async function undoAll(from: "changed" | "undone") {
    notify((await undo(items, from, change)).notice);
  }

  return (
    <div ref={ref} tabIndex={-1}>
      <Notice notice={noticeOf(items, listed)}>
        {items.some(({ why }) => why) && (
          <ul>
            {items.map(
              ({ key, name, why }) =>
                why && (
                  <li key={key}>
                    {name}: {why}
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
                onClick={() => void run(() => undoAll(state))}
              >
                {state === "changed" ? "Undo" : "Redo"}
              </SmallButton>
            ),
        )}
        <SmallButton onClick={() => change(undefined)}>Close</SmallButton>
      </Notice>
    </div>
  );
}

/** What is true of the batch now, also after it was undone or somebody else has gone on. */
function noticeOf(items: readonly Item[], listed: readonly HostedReferral[]): Words {
  const count = (state: Item["state"]) => items.filter((item) => item.state === state).length;
  const now = new Map(listed.map(({ key, version }) => [key, version]));
  const own = newestVersions(items);
  const isOlder = ({ referral: { key } }: Part) => (now.get(key) ?? 0) > (own.get(key) ?? 0);
  const since = items.filter(
    ({ parts, state }) => (state === "changed" || state === "undone") && parts.some(isOlder),
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
