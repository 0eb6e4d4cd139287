/**
 * The commands on referrals, with the dialogs for what each needs to know, for one referral or
 * several.
 */
import type {
  CallOutcome,
  CorrectedField,
  HostedReferral,
  NumberAnswer,
  NumberQuestion,
  ProposedPoints,
  Reason,
  ReferralCommand,
  Stage,
  TaskKind,
} from "@bindings";
import { type ReactNode, useRef, useState } from "react";
import { type FormOutcome, withHintsAt } from "@/components/fields/use-form";
import { FormDialog, refused } from "@/components/dialog/form-dialog";
import { formatDateTime, staffName, stageLabel } from "@/console/parts/formats";
import { parseWhen, WHEN_EXAMPLES } from "@/console/parts/when";
import { noticeOf } from "@/api/requests";
import { fetchJson, sendCommand, useColleagues } from "@/console/server";
import { CommandFields, NOBODY } from "./command-fields";

/** The command that was chosen, before the dialog has asked for its details. */
export type CommandChoice =
  | { kind: "decline"; reason?: Reason }
  | { kind: "move" | "withdraw" | "reopen" | "note" | "assign" | "points" }
  | { kind: "call" | "schedule" | "finish" | "propose" }
  | { kind: "undo"; target: string }
  | { kind: "correct"; field: CorrectedField; text: string };

/** A dialog about one referral, in the version that was shown when it opened. */
export type OpenDialog = { referral: HostedReferral; choice: CommandChoice };

type Props = {
  choice: CommandChoice;
  /** What has changed since it was opened. */
  meanwhile?: ReactNode;
  /** The stage that it was closed in, if that was not Successful. */
  closedIn?: string | undefined;
  /** The points that wait for a second person. */
  proposed?: ProposedPoints | undefined;
  /** The subject: a name, or "3 referrals". */
  about: string;
  /** Sends the command. The dialog stays open with what was typed until it succeeds. */
  send: (command: ReferralCommand) => Promise<FormOutcome>;
  onClose: () => void;
};

type Words = { title: string; explanation: string; button?: string };

/** Without words of its own, the button has those of the title. */
const WORDS: Record<CommandChoice["kind"], Words> = {
  move: { title: "Move", explanation: "To which stage?" },
  decline: {
    title: "Decline",
    explanation: "The referrer sees the sentence for this reason, but not your note.",
  },
  withdraw: { title: "Withdraw", explanation: "Say who asked for it." },
  reopen: {
    title: "Reopen",
    explanation: "It goes back to the stage it was in before it was closed.",
  },
  note: { title: "Write a note", explanation: "Only staff can read it.", button: "Save note" },
  assign: { title: "Assign", explanation: "Who is responsible from now on?" },
  call: {
    title: "Call",
    explanation: "How did it go? Whoever was reached is contacted from now on.",
    button: "Save call",
  },
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
  correct: { title: "Correct", explanation: "What was submitted stays on record." },
};

/**
 * A dialog about one referral. The command is for the version that was shown, so that changes by
 * others are not overwritten unseen: they are shown, and the user decides again.
 */
export function ReferralDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  const [referral, setReferral] = useState(dialog.referral);
  const { progress } = referral;
  return (
    <CommandDialog
      choice={dialog.choice}
      closedIn={closedStageOf(progress)}
      proposed={progress.proposed}
      about={dialog.referral.referral.referredName}
      meanwhile={
        referral !== dialog.referral && (
          <output>
            Someone else has changed it in the meantime. Since {formatDateTime(progress.since)} it
            is {stageLabel(progress.stage)}.
          </output>
        )
      }
      send={async (typed) => {
        const reply = await sendCommand(referral, typed);
        if (reply.outcome === "refused" && reply.current) setReferral(reply.current);
        return reply;
      }}
      onClose={onClose}
    />
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

export function CommandDialog(props: Props) {
  const { choice, closedIn, proposed, about, meanwhile, send, onClose } = props;
  const { title, explanation, button = title } = WORDS[choice.kind];
  /** The number that the user has been warned of. */
  const warnedOf = useRef<string>(undefined);
  const initial: Typed = {
    note: "",
    reason: choice.kind === "decline" ? (choice.reason ?? "") : "",
    stage: "",
    staff: "",
    points: proposed?.points === undefined ? "" : String(proposed.points),
    sure: "",
    text: choice.kind === "correct" ? choice.text : "",
    outcome: "",
    task: "call",
    due: "",
  };
  return (
    <FormDialog
      title={`${title}: ${about}`}
      explanation={explanation}
      button={button}
      initial={initial}
      deliver={async (text) => {
        if (choice.kind === "points" && closedIn && !text.sure) {
          return refused("sure", `Tick this to make it Successful although it is ${closedIn}.`);
        }
        if ((text.due || choice.kind === "schedule") && parseWhen(text.due) === undefined) {
          return refused("due", `Say when, such as ${WHEN_EXAMPLES}.`);
        }
        if (choice.kind === "correct" && choice.field === "referredPhone") {
          const warning = await warningAbout(text.text);
          if (warning && !(text.sure && warnedOf.current === text.text)) {
            warnedOf.current = text.text;
            return warning;
          }
        }
        const sent = await send(commandOf(choice, text));
        return choice.kind === "correct" ? withHintsAt("text", choice.field, sent) : sent;
      }}
      onClose={onClose}
    >
      {(field) => (
        <>
          {meanwhile}
          {choice.kind === "points" && proposed && <Proposed {...proposed} />}
          <CommandFields choice={choice} closedIn={closedIn} field={field} />
        </>
      )}
    </FormDialog>
  );
}

/** A warning about a text that is no possible phone number; nothing if it is one. */
async function warningAbout(text: string): Promise<FormOutcome | undefined> {
  // Without a text, the form's rule says what is missing.
  if (text.trim() === "") return undefined;
  const value: NumberQuestion = { text };
  try {
    const request = { method: "POST", value } as const;
    const { clear } = await fetchJson<NumberAnswer>("/referrals/check-number", request);
    if (clear) return undefined;
  } catch (error) {
    return { outcome: "failed", notice: noticeOf(error) };
  }
  return refused(
    "sure",
    `“${text.trim()}” is not exactly one number that can be called. Tick this to save it anyway.`,
  );
}

export type Typed = Record<
  "note" | "reason" | "stage" | "staff" | "points" | "sure" | "text" | "outcome" | "task" | "due",
  string
>;

function commandOf(
  choice: CommandChoice,
  { note, reason, stage, staff, points, text, outcome, task, due }: Typed,
): ReferralCommand {
  const next = { kind: task as TaskKind, due: parseWhen(due) ?? 0, staff: "" };
  switch (choice.kind) {
    case "call":
      return { kind: "call", outcome: outcome as CallOutcome, ...(due && { next }), note };
    case "schedule":
      return { kind: "schedule", task: next, note };
    case "move":
      return { kind: "move", stage: stage as Stage };
    case "decline":
      return { kind: "decline", reason: reason as Reason, note };
    case "assign":
      return { kind: "assign", staff: staff === NOBODY ? "" : staff };
    case "points":
      return { kind: "points", points };
    case "undo":
      return { kind: "undo", target: choice.target, note };
    case "correct":
      return { kind: "correct", field: choice.field, text, note };
    default:
      return { kind: choice.kind, note };
  }
}
