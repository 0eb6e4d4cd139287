/**
 * The commands on referrals, with the dialogs for what each needs to know, for one referral or
 * several.
 */
import type {
  HostedReferral,
  ProposedPoints,
  ReferralCommand,
  ReferralRewards,
  Stage,
  TaskKind,
} from "@bindings";
import { type ReactNode, useState } from "react";
import type { FormOutcome } from "@/components/fields/use-form";
import { useReturnedFocus } from "@/components/focus";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { formatDateTime, staffName, stageLabel } from "@/console/parts/formats";
import { parseWhen, WHEN_EXAMPLES } from "@/console/parts/when";
import { may, sendCommand, useColleagues, useViewer, type Viewer } from "@/console/server";
import { CommandFields, NOBODY } from "./command-fields";
import { EnterSends } from "./enter";
import { type ClosedStage, MoveDialog } from "./move-dialog";
import { StageName } from "./stage-mark";
import { Suggestion, useRewards } from "./suggestion";
import styles from "./command-dialog.module.css";

/** The command that was chosen, before the dialog has asked for its details. */
export type CommandChoice =
  | { kind: "decline"; reason?: string }
  | { kind: "move" }
  | { kind: "withdraw" | "reopen" | "assign" | "points" | "note" | "note-agreement" }
  | { kind: "schedule" | "finish" | "propose" }
  | { kind: "say-who"; says: boolean }
  | { kind: "undo"; target: string; what: string };

/** A dialog about one referral, in the version that was shown when it opened. */
export type OpenDialog = { referral: HostedReferral; choice: CommandChoice };

type Props = {
  choice: CommandChoice;
  /** What is being decided about, and what has changed since it was opened. */
  subject?: ReactNode;
  /** The stage that it was closed in, if that was not Successful. */
  closedIn?: string | undefined;
  /** The points that wait for a second person. */
  proposed?: ProposedPoints | undefined;
  /** What the rulebook suggests. */
  rewards?: ReferralRewards | undefined;
  /** The subject: a name, or "3 referrals". */
  about: string;
  /** By which name what was typed is kept, if Back leaves the dialog. */
  keptAs?: string;
  /** Sends the command. The dialog stays open with what was typed until it succeeds. */
  send: (command: ReferralCommand) => Promise<FormOutcome>;
  onClose: () => void;
};

type Words = { title: string; explanation: string; button?: string };

/** Without words of its own, the button has those of the title. */
const WORDS: Record<FormProps["choice"]["kind"], Words> = {
  decline: {
    title: "Close, we cannot help",
    explanation: "The referrer reads the sentence for this reason, but not your note.",
    button: "Close it",
  },
  withdraw: {
    title: "Close, they asked us to",
    explanation: "Say who asked for it.",
    button: "Close it",
  },
  reopen: {
    title: "Reopen",
    explanation: "It goes back to the stage it was in before it was closed.",
  },
  "note-agreement": {
    title: "Note an agreement",
    explanation: "Say when and how they agreed by telephone to be called, and who asked them.",
    button: "Save",
  },
  "say-who": {
    title: "Change whether they may know",
    explanation: "Only the referrer decides this. Note when and how they told you.",
    button: "Save",
  },
  note: { title: "Write a note", explanation: "Only staff can read it.", button: "Save note" },
  assign: { title: "Assign", explanation: "Who is responsible from now on?" },
  schedule: {
    title: "Plan",
    explanation: "It takes the place of what was planned before.",
    button: "Save plan",
  },
  finish: { title: "Done", explanation: "Nothing will be planned for this referral." },
  propose: {
    title: "Ask for an award",
    explanation: "An owner or manager sees it and awards the points.",
    button: "Ask",
  },
  points: { title: "Save points", explanation: "This makes the referral Successful." },
  undo: { title: "Undo", explanation: "It will no longer count. The history keeps both." },
};

/**
 * A dialog about one referral. The command is for the version that was shown, so that changes by
 * others are not overwritten unseen: they are shown, and the user decides again.
 */
export function ReferralDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const [referral, setReferral] = useState(dialog.referral);
  const [choice, setChoice] = useState(dialog.choice);
  const { data: viewer } = useViewer();
  // A dialog that goes on in another one gives the focus back to where the first was opened.
  useReturnedFocus();
  const rewards = useRewards(referral.key, choice.kind === "points");
  const { progress } = referral;
  const about = referral.referral.referredName;
  const subject = (
    <>
      {referral !== dialog.referral && (
        <output>
          Someone else has changed it in the meantime. Since {formatDateTime(progress.since)} it is{" "}
          {stageLabel(progress.stage)}.
        </output>
      )}
      <Subject of={referral} />
    </>
  );

  async function send(command: ReferralCommand) {
    const reply = await sendCommand(referral, command);
    if (reply.outcome === "refused" && reply.current) setReferral(reply.current);
    return reply;
  }

  if (choice.kind === "move") {
    return (
      <MoveDialog
        about={about}
        current={progress.stage}
        move={(stage) => send({ kind: "move", stage })}
        close={(stage) => setChoice(closingIn(stage, viewer))}
        onClose={onClose}
      >
        {subject}
      </MoveDialog>
    );
  }
  // It opens with what the rulebook says. If that cannot be fetched, the server still asks for a note.
  if (choice.kind === "points" && rewards.isPending) return null;
  return (
    <CommandDialog
      choice={choice}
      closedIn={closedStageOf(progress)}
      proposed={progress.proposed}
      rewards={rewards.data}
      about={about}
      keptAs={[referral.key, ...Object.values(choice)].join()}
      subject={subject}
      send={send}
      onClose={onClose}
    />
  );
}

/** The command that closes a referral in this stage. Who may not award points asks somebody who may. */
export function closingIn(stage: ClosedStage, viewer: Viewer | undefined): CommandChoice {
  if (stage === "declined") return { kind: "decline" };
  if (stage === "withdrawn") return { kind: "withdraw" };
  return { kind: viewer && may(viewer, "award") ? "points" : "propose" };
}

/** What is being decided about. */
function Subject({ of: { progress, serviceLabel, referral } }: { of: HostedReferral }) {
  return (
    <div className={styles.subject}>
      <p>
        <StageName of={progress} /> · {serviceLabel}, referred by {referral.referrerName}
      </p>
      {referral.notes && <p>{referral.notes}</p>}
    </div>
  );
}

/** Who proposed how many points, and how they become an award. */
function Proposed({ points, staff, imported }: ProposedPoints) {
  const { data: colleagues } = useColleagues();
  if (imported) {
    return (
      <output>
        {points === undefined
          ? "An import says that an award was asked for."
          : `An import brought a proposal of ${points} points. They count if two owners or managers save this number.`}
      </output>
    );
  }
  return (
    <output>
      {points === undefined
        ? `${staffName(staff, colleagues)} asks for an award.`
        : `${staffName(staff, colleagues)} proposed ${points} points. If another owner or manager saves the same number, they count.`}
    </output>
  );
}

function closedStageOf({ stage, open }: HostedReferral["progress"]): string | undefined {
  return stage === open || stage === "successful" ? undefined : stageLabel(stage);
}

/** The dialog of a command, for one referral or several. */
export function CommandDialog(props: Props) {
  const { choice, about, send, onClose } = props;
  if (choice.kind !== "move") return <CommandForm {...props} choice={choice} />;
  const move = (stage: Stage) => send({ kind: "move", stage });
  return <MoveDialog about={about} move={move} onClose={onClose} />;
}

type FormProps = Props & { choice: Exclude<CommandChoice, { kind: "move" }> };

function CommandForm({
  choice,
  closedIn,
  proposed,
  rewards,
  about,
  keptAs,
  subject,
  send,
  onClose,
}: FormProps) {
  const { title, explanation, button = title } = WORDS[choice.kind];
  const undone = choice.kind === "undo" ? `“${choice.what}”. ` : "";
  const initial: Typed = {
    note: "",
    reason: choice.kind === "decline" ? (choice.reason ?? "") : "",
    staff: "",
    points: String(proposed?.points ?? rewards?.suggested ?? ""),
    sure: "",
    task: "call",
    due: "",
  };
  return (
    <FormDialog
      title={`${title}: ${about}`}
      explanation={undone + explanation}
      button={button}
      initial={initial}
      deliver={async (text) => {
        if (choice.kind === "points" && closedIn && !text.sure) {
          return refused("sure", `Tick this to make it Successful although it is ${closedIn}.`);
        }
        if ((text.due || choice.kind === "schedule") && parseWhen(text.due) === undefined) {
          return refused("due", `Say when, such as ${WHEN_EXAMPLES}.`);
        }
        return send(commandOf(choice, text));
      }}
      onClose={onClose}
      {...(keptAs && { about: keptAs })}
    >
      {(field) => (
        <EnterSends>
          {subject}
          {choice.kind === "points" && proposed && <Proposed {...proposed} />}
          {choice.kind === "points" && rewards && <Suggestion of={rewards} />}
          <CommandFields
            choice={choice}
            closedIn={closedIn}
            suggested={rewards?.suggested ?? undefined}
            field={field}
          />
        </EnterSends>
      )}
    </FormDialog>
  );
}

export type Typed = Record<
  "note" | "reason" | "staff" | "points" | "sure" | "task" | "due",
  string
>;

function commandOf(
  choice: FormProps["choice"],
  { note, reason, staff, points, task, due }: Typed,
): ReferralCommand {
  const next = { kind: task as TaskKind, due: parseWhen(due) ?? 0, staff: "" };
  switch (choice.kind) {
    case "schedule":
      return { kind: "schedule", task: next, note };
    case "decline":
      return { kind: "decline", reason, note };
    case "assign":
      return { kind: "assign", staff: staff === NOBODY ? "" : staff };
    case "points":
      return { kind: "points", points, note };
    case "undo":
      return { kind: "undo", target: choice.target, note };
    case "say-who":
      return { kind: "say-who", says: choice.says, note };
    default:
      return { kind: choice.kind, note };
  }
}
