import { useState } from "react";
import { SmallButton } from "@/console/parts/buttons";
import styles from "./referral.module.css";

/** The commands that ask for something, with their keys. The server says which are possible now. */
export const COMMANDS = [
  { letter: "m", label: "Move…", kind: "move" },
  { letter: "f", label: "Plan…", kind: "schedule" },
  { letter: "d", label: "Close…", kind: "decline" },
  { letter: "p", label: "Award points…", kind: "points" },
  { letter: "q", label: "Ask for an award…", kind: "propose" },
  { letter: "a", label: "Assign…", kind: "assign" },
  { letter: "r", label: "Reopen…", kind: "reopen" },
  { letter: "w", label: "Close: they asked us to…", kind: "withdraw" },
] as const;

export type Command = (typeof COMMANDS)[number];

/** So many have a button of their own; one more is better than a button for it. */
const SHOWN = 4;

type Props = {
  commands: readonly Command[];
  choose: (kind: Command["kind"]) => void;
};

/** The first commands, and the others on request. */
export function Commands({ commands, choose }: Props) {
  const [all, setAll] = useState(false);
  const isFolded = commands.length > SHOWN + 1;
  return (
    <fieldset className={styles.commands}>
      <legend className="visually-hidden">What to do</legend>
      {commands.slice(0, isFolded && !all ? SHOWN : undefined).map(({ letter, label, kind }) => (
        <SmallButton
          key={kind}
          data-kind={kind}
          aria-keyshortcuts={letter}
          onClick={() => choose(kind)}
        >
          {label}
          <kbd aria-hidden="true">{letter}</kbd>
        </SmallButton>
      ))}
      {isFolded && (
        <SmallButton aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "Less" : "More"}
        </SmallButton>
      )}
    </fieldset>
  );
}
