import { CALL_OUTCOMES } from "@bindings/staff";
import type { CallOutcome } from "@bindings";
import { SmallButton } from "@/console/parts/buttons";
import styles from "./referral.module.css";

/** How a call went, each with its key: 1, 2, 3… */
export const OUTCOME_KEYS = CALL_OUTCOMES.map((outcome, index) => ({
  ...outcome,
  letter: String(index + 1),
  /** Whoever is to be called again has to say when. */
  asks: outcome.value === "call-again",
}));

type Props = {
  pending: boolean;
  /** What is being saved. */
  saving: CallOutcome | undefined;
  record: (outcome: CallOutcome) => void;
};

/** One press says how a call went. */
export function CallOutcomes({ pending, saving, record }: Props) {
  return (
    <fieldset className={styles.outcomes}>
      <legend className="visually-hidden">How the call went</legend>
      {OUTCOME_KEYS.map(({ value, label, letter, asks }) => (
        <SmallButton
          key={value}
          pending={pending}
          {...(value === saving && { pendingLabel: "Saving…" })}
          aria-keyshortcuts={letter}
          onClick={() => record(value)}
        >
          {asks ? `${label}…` : label}
          <kbd aria-hidden="true">{letter}</kbd>
        </SmallButton>
      ))}
    </fieldset>
  );
}
