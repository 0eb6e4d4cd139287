import { CONSOLE_LIMITS, NO_OUTCOME } from "@bindings/staff";
import { type CallOutcome, type HostedReferral, type ReferralCommand } from "@bindings";
import { type KeyboardEvent, lazy, type RefObject, Suspense, useId } from "react";
import { refused } from "@/components/dialog/form-dialog";
import { TextAreaField, TextField } from "@/components/fields/field";
import { type FormOutcome, type FormText, useForm } from "@/components/fields/use-form";
import { TOUCH } from "@/components/touch";
import { useMedia } from "@/console/look";
import { SmallButton } from "@/console/parts/buttons";
import { sendsForm } from "@/console/parts/enter";
import { parseWhen, WHEN_EXAMPLES, whenSaid } from "@/console/parts/when";
import { sendCommand } from "@/console/server";
import { OUTCOME_KEYS } from "./calls";
import type { Typed } from "./typed";
import styles from "./referral.module.css";

const Message = lazy(() => import("./message"));

const MODES = [
  { value: "note", label: "Note" },
  { value: "call", label: "Call" },
  { value: "say", label: "Message" },
] as const;

type Props = {
  referral: HostedReferral;
  possible: readonly string[];
  typed: FormText<keyof Typed>;
  /** For the keys that lead here. */
  ref: RefObject<HTMLDivElement | null>;
};

/** Adds a note, a call or a message to the history. */
export function Composer({ referral, possible, typed, ref }: Props) {
  const modes = MODES.filter(({ value }) => possible.includes(value));
  const mode = modes.find(({ value }) => value === typed.text.mode) ?? modes[0];
  if (!mode) return null;
  return (
    <div ref={ref} tabIndex={-1} className={styles.composer}>
      <fieldset className={styles.modes}>
        <legend className="visually-hidden">What to add</legend>
        {modes.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === mode.value}
            onClick={() => typed.change({ mode: value })}
          >
            {label}
          </button>
        ))}
      </fieldset>
      {mode.value === "say" ? (
        <Suspense fallback={<p className={styles.loading}>Loading…</p>}>
          <Message key={referral.key} referral={referral} typed={typed} />
        </Suspense>
      ) : (
        <Entry
          referral={referral}
          isCall={mode.value === "call"}
          typed={typed}
          leave={() => ref.current?.focus()}
        />
      )}
    </div>
  );
}

type EntryProps = Pick<Props, "referral" | "typed"> & {
  isCall: boolean;
  /** Takes the focus out of the fields, so that keys are no text. */
  leave: () => void;
};

/** A note or a call, which only staff read. */
function Entry({ referral, isCall, typed, leave }: EntryProps) {
  const outcomeError = useId();
  const isTouched = useMedia(TOUCH);
  const { form, field } = useForm(typed, async (text) => {
    const command = commandOf(text, isCall);
    if (!("kind" in command)) return command;
    const reply = await sendCommand(referral, command);
    if (reply.outcome === "accepted") leave();
    return reply;
  });

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Escape") leave();
    else sendsForm(event);
  }

  const asks = OUTCOME_KEYS.some((one) => one.asks && one.value === typed.text.outcome);
  const outcome = field("outcome");
  const asked = isCall ? "What was said" : "Write a note";
  return (
    <form {...form} onKeyDown={onKeyDown}>
      {isCall && (
        <div
          role="radiogroup"
          aria-label="How the call went"
          aria-invalid={outcome.error ? true : undefined}
          aria-describedby={outcome.error ? outcomeError : undefined}
          tabIndex={-1}
          className={styles.choices}
        >
          {OUTCOME_KEYS.map(({ value, label }) => (
            <label key={value}>
              <input
                type="radio"
                name="outcome"
                value={value}
                checked={outcome.value === value}
                onChange={outcome.onChange}
              />
              {label}
            </label>
          ))}
          {outcome.error && (
            <p id={outcomeError} className={styles.error}>
              {outcome.error}
            </p>
          )}
        </div>
      )}
      {isCall && (
        <TextField
          label="Call again"
          hint={whenSaid(typed.text.due)}
          placeholder={`Such as ${WHEN_EXAMPLES}`}
          optional={!asks}
          autoComplete="off"
          {...field("due")}
        />
      )}
      <TextAreaField
        label={<span className="visually-hidden">{asked}</span>}
        placeholder={`${asked}…`}
        rows={2}
        maxLength={CONSOLE_LIMITS.noteMax}
        enterKeyHint={isTouched ? "enter" : "send"}
        {...field("note")}
      />
      <div className={styles.send}>
        <SmallButton type="submit" pending={typed.sending}>
          {isCall ? "Save call" : "Save note"}
        </SmallButton>
        <span>
          {!isTouched && "Enter sends, Shift and Enter begins a line. "}Only staff can read it.
        </span>
      </div>
    </form>
  );
}

/** The command, or why there is none. */
function commandOf({ note, outcome, due }: Typed, isCall: boolean): ReferralCommand | FormOutcome {
  if (!isCall) return { kind: "note", note };
  if (!outcome) return refused("outcome", NO_OUTCOME);
  const call = { kind: "call", outcome: outcome as CallOutcome, note } as const;
  if (!due.trim()) return call;
  const at = parseWhen(due);
  if (at === undefined) return refused("due", `Say when, such as ${WHEN_EXAMPLES}.`);
  return { ...call, next: { kind: "call", due: at, staff: "" } };
}
