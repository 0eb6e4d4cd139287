import type { HostedReferral, StaffView, Task } from "@bindings";
import { RowButton, SmallButton } from "@/console/parts/buttons";
import {
  durationSince,
  formatDateTime,
  isPast,
  staffName,
  taskLabel,
} from "@/console/parts/formats";
import { StageName } from "@/console/parts/stage-mark";
import { isClosingProposed, useProgramme } from "@/console/programme";
import { success } from "@/console/server";
import { notify } from "@/components/toast/toasts";
import styles from "./referral.module.css";

type ShownNumber = Pick<HostedReferral, "referredShown" | "numberUnclear">;

/** The digits to dial; undefined for a masked number, or a text that is not exactly one number. */
export function dialled({ referredShown: shown, numberUnclear }: ShownNumber): string | undefined {
  const isNumber = !numberUnclear && /^\+[\d ()-]+$/.test(shown);
  return isNumber ? shown.replaceAll(/\D/g, "") : undefined;
}

type NumberProps = {
  of: ShownNumber;
  /** Whether whoever answered said that it is another's. */
  isWrong: boolean;
  /** Whether calling is not what is to be done. */
  isQuiet: boolean;
  /** Corrects it; undefined for those who may not. */
  correct: (() => void) | undefined;
};

/** The number as a link that calls it. Masked numbers, and other texts, are only shown. */
export function PhoneNumber({ of, isWrong, isQuiet, correct }: NumberProps) {
  const digits = dialled(of);
  const shown = of.referredShown;
  const why = of.numberUnclear
    ? "Not exactly one number: correct it first."
    : isWrong && "They said that this number is wrong.";
  return (
    <p className={styles.number} data-quiet={isQuiet || undefined}>
      {digits ? <a href={`tel:+${digits}`}>{shown}</a> : <span>{shown}</span>}
      {why && <span>{why}</span>}
      {why && correct && <RowButton label="Correct it" onClick={correct} />}
      {digits && (
        <span className={styles.ways}>
          <a href={`https://wa.me/${digits}`} target="_blank" rel="noreferrer">
            WhatsApp<span className="visually-hidden"> (in another tab)</span>
          </a>
          <RowButton label="Copy" about="the number" onClick={() => void copy(shown)} />
        </span>
      )}
    </p>
  );
}

async function copy(number: string) {
  try {
    await navigator.clipboard.writeText(number);
    notify(success("Copied", number));
  } catch {
    const description = "The browser does not allow it here. Select the number to copy it.";
    notify({ title: "Not Copied", description, variant: "destructive" });
  }
}

type StandingProps = {
  referral: HostedReferral;
  colleagues: readonly StaffView[] | undefined;
  /** Makes the user responsible; undefined if that is not possible. */
  take: (() => void) | undefined;
};

/** The stage, for how long, and who is responsible. */
export function Standing({ referral: { progress }, colleagues, take }: StandingProps) {
  return (
    <p className={styles.standing}>
      <StageName of={progress} />
      <span title={formatDateTime(progress.since)}>{durationSince(progress.since)}</span>
      <span>Responsible: {progress.owner ? staffName(progress.owner, colleagues) : "–"}</span>
      {take && <RowButton label="Assign to me" aria-keyshortcuts="e" onClick={take} />}
    </p>
  );
}

type NextProps = Pick<StandingProps, "referral" | "colleagues"> & {
  /** What is to be done next, planned or not. */
  task: Task | undefined;
  /** Each asks for what it needs; undefined if it is not possible. */
  finish: (() => void) | undefined;
  close: (() => void) | undefined;
};

/** What is to be done next, and what the calls so far suggest. */
export function NextStep({ referral, task, colleagues, finish, close }: NextProps) {
  const { next, unanswered = 0 } = referral.progress;
  const { data: programme } = useProgramme();
  if (!task && unanswered === 0) return null;
  const isLate = task && isPast(task.due);
  const isEnough = isClosingProposed(unanswered, programme);
  return (
    <div className={styles.next} data-late={isLate || isEnough || undefined}>
      <p>
        {task && (
          <>
            <strong>{taskLabel(task.kind)}</strong> {isLate ? "was due" : "by"}{" "}
            {formatDateTime(task.due)}
            {task.staff && `, ${staffName(task.staff, colleagues)}`}.{" "}
          </>
        )}
        {unanswered > 0 && (
          <span>Nobody answered{TIMES[unanswered] ?? ` ${unanswered} times`}.</span>
        )}
      </p>
      {isEnough && close && (
        <SmallButton variant="primary" aria-keyshortcuts="d" onClick={close}>
          Close: no answer…
        </SmallButton>
      )}
      {next && finish && (
        <SmallButton aria-keyshortcuts="x" onClick={finish}>
          Done…
        </SmallButton>
      )}
    </div>
  );
}

const TIMES: Readonly<Record<number, string>> = { 1: " once", 2: " twice" };
