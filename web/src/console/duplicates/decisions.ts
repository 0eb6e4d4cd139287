/** Decisions on pairs of duplicates. */
import type {
  Credited,
  DuplicateDecision,
  DuplicateOutcome,
  DuplicatePair,
  HostedReferral,
} from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { type Item, sendInParts } from "@/console/parts/batch";
import { sendWrite } from "@/console/server";

export const CREDITED: readonly { value: Credited; label: string }[] = [
  { value: "earlier", label: "The earlier referrer" },
  { value: "later", label: "The later referrer" },
  { value: "both", label: "Both" },
  { value: "neither", label: "Neither" },
];

/** How many pairs are selected at once: each is two referrals to change. */
export const PAIRS_AT_ONCE = Math.floor(CONSOLE_LIMITS.selectedAtOnce / 2);

/** Who is to get the points of a pair, and why. */
export type Choice = (pair: DuplicatePair) => { credited: Credited; note: string };

/** Agrees with what holds. */
export const confirmed: Choice = ({ credited }) => ({ credited, note: "Confirmed." });

/** A pair is named by its later referral, which is in no other pair. */
export const keyOf = ({ later }: DuplicatePair) => later.key;

/** Decides for both referrals, in the versions that were shown. */
export const decide = (pair: DuplicatePair, choice: Choice) =>
  sendWrite<DuplicatePair>("/duplicates", { value: decisionOn(pair, choice) });

/** Decides on several pairs. `note` gets what has become of the first of them so far. */
export const decideAll = (
  pairs: readonly DuplicatePair[],
  choice: Choice,
  note: (items: readonly Item[]) => void,
) =>
  sendInParts<DuplicatePair, DuplicateOutcome>(
    "/duplicates/decisions",
    CONSOLE_LIMITS.decisionsAtOnce,
    pairs,
    (some) => ({ decisions: some.map((pair) => decisionOn(pair, choice)) }),
    (outcomes) =>
      note(
        outcomes.flatMap((outcome, index) => {
          const pair = pairs[index];
          return pair ? [itemOf(pair, outcome)] : [];
        }),
      ),
  );

const side = ({ key, version }: HostedReferral) => ({ key, version });

function decisionOn(pair: DuplicatePair, choice: Choice): DuplicateDecision {
  return { earlier: side(pair.earlier), later: side(pair.later), ...choice(pair) };
}

function itemOf(before: DuplicatePair, outcome: DuplicateOutcome): Item {
  const item = { key: keyOf(before), name: before.later.referral.referredName };
  if (outcome.outcome === "refused") {
    return { ...item, state: "refused", parts: [], why: outcome.hints.join(" ") };
  }
  const { pair, events } = outcome;
  const [later, earlier] = events;
  return {
    ...item,
    state: later && earlier ? "changed" : "unchanged",
    parts: [
      { referral: pair.later, event: later },
      { referral: pair.earlier, event: earlier },
    ],
  };
}
