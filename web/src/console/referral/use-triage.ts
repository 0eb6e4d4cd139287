/** The short way for a new referral: contacted, mine, and on to the next; and the way back. */
import type { CommandOutcome, KeyedCommand, ReferralCommand, ReferralDetail } from "@bindings";
import { useEffect, useRef } from "react";
import type { FormOutcome } from "@/components/fields/use-form";
import { sendCommands } from "@/console/parts/batch";
import { stageLabel } from "@/console/parts/formats";
import { success, writesSent } from "@/console/server";

/** What was done last in the short way. */
type Done = {
  /** By which the next referral knows that one came to it in this way. */
  readonly id: number;
  readonly key: string;
  readonly name: string;
  /** The version that it led to. */
  readonly version: number;
  /** The events that it made. */
  readonly events: readonly string[];
  /** How many writes were sent by then: after another one, it is not the last thing that was done. */
  readonly writes: number;
};

let last: Done | undefined;
let ids = 0;

type Props = {
  data: ReferralDetail | undefined;
  /** The user. */
  own: string;
  /** How one came to this referral, if by the short way: the id of what was done. */
  after: number | undefined;
  /** Shows the next referral, which came after this. */
  next: (after?: number) => void;
  /** Shows the referral that was left. */
  back: (key: string) => void;
  /** Opens the dialog that undoes an event of a referral, which asks for a note. */
  ask: (key: string, event: string) => Promise<void>;
  run: (action: () => Promise<FormOutcome>, about: string) => void;
};

/** Both ways. `undo` is there right after the first, for the referral that was left. */
export function useTriage({ data, own, after, next, back, ask, run }: Props) {
  const key = data?.referral.key;
  // One may have gone elsewhere while it is saved.
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = key;
    return () => {
      shown.current = undefined;
    };
  }, [key]);

  const undoable = () =>
    last?.writes === writesSent() && (last.id === after || last.key === key) ? last : undefined;

  function triage() {
    if (!data) return;
    const { referral, possible } = data;
    const { progress } = referral;
    const may = (kind: string) => possible.includes(kind);
    const toDo: readonly (ReferralCommand | false)[] = [
      may("move") && progress.stage === "received" && { kind: "move", stage: "contacted" },
      may("assign") && !progress.owner && { kind: "assign", staff: own },
    ];
    const left = toDo.filter((command) => command !== false);
    if (left.length === 0) return next();
    const name = referral.referral.referredName;
    run(async () => {
      const { reply, done, refused } = await send(referral, left, { leaves: true });
      const now = done.at(-1)?.referral;
      const events = done.flatMap(({ event }) => event ?? []);
      if (now && events.length > 0) {
        const { version } = now;
        ids += 1;
        last = { id: ids, key: now.key, name, version, events, writes: writesSent() };
      }
      if (refused) return refusalOf(name, refused);
      if (reply.outcome !== "accepted" || !now) return reply;
      const isHere = shown.current === now.key;
      if (isHere) next(last?.id);
      const isTaken = left.some(({ kind }) => kind === "assign");
      const words = `${stageLabel(now.progress.stage)}${isTaken ? ", and you are responsible" : ""}.`;
      return {
        outcome: "accepted",
        notice: success(name, isHere ? `${words} Press u to undo it.` : words),
      };
    }, referral.key);
  }

  /** Takes back all of it, in one step. */
  function undo(what: Done) {
    run(async () => {
      const commands = what.events.map((target) => ({ kind: "undo", target, note: "" }) as const);
      const { reply, done, refused } = await send(what, commands, { leaves: what.key !== key });
      // Without an answer, it is the last thing still.
      if (reply.outcome === "failed") last = { ...what, writes: writesSent() };
      const [event] = what.events;
      if (refused?.codes.includes("note-missing") && event) await ask(what.key, event);
      if (refused) return refusalOf(what.name, refused);
      const now = done.at(-1)?.referral;
      if (reply.outcome !== "accepted" || !now) return reply;
      if (shown.current === key) back(what.key);
      const stage = stageLabel(now.progress.stage);
      return { outcome: "accepted", notice: success(what.name, `Undone. ${stage} again.`) };
    }, what.key);
  }

  return { triage, undoable, undo };
}

/** Gives a referral commands, one after the other, each for the version that the one before made. */
async function send(
  { key, version }: Pick<KeyedCommand, "key" | "version">,
  commands: readonly ReferralCommand[],
  options: { leaves: boolean },
) {
  let outcomes: readonly CommandOutcome[] = [];
  const reply = await sendCommands(
    commands.map((command, place) => ({ key, version: version + place, command })),
    (all) => {
      outcomes = all;
    },
    options,
  );
  return {
    reply,
    done: outcomes.filter((one) => one.outcome === "done"),
    refused: outcomes.find((one) => one.outcome === "refused"),
  };
}

const refusalOf = (
  name: string,
  { hints }: Extract<CommandOutcome, { outcome: "refused" }>,
): FormOutcome => ({
  outcome: "refused",
  notice: { title: name, description: hints.join(" "), variant: "destructive" },
});
