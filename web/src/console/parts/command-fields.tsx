/** What the dialog of each command asks for. */
import { CONSOLE_LIMITS } from "@bindings/console";
import { CALL_OUTCOMES, REASONS, STAGES, TASK_KINDS } from "@bindings/staff";
import { type ReactNode, useState } from "react";
import { Checks } from "@/components/fields/checks";
import { CorrectedText } from "@/components/fields/corrected-text";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import type { FieldOf } from "@/components/dialog/form-dialog";
import { WHEN_EXAMPLES } from "@/console/parts/when";
import { useColleagues } from "@/console/server";
import type { CommandChoice, Typed } from "./command-dialog";

/** The value for "nobody" in the list of owners. */
export const NOBODY = "nobody";

type Props = {
  choice: CommandChoice;
  /** The stage that it was closed in, if that was not Successful. */
  closedIn: string | undefined;
  field: FieldOf<keyof Typed>;
};

export function CommandFields({ choice, closedIn, field }: Props): ReactNode {
  const { data: colleagues } = useColleagues();
  const [needsNote, setNeedsNote] = useState(false);
  const note = (optional: boolean) => (
    <TextAreaField
      label="Note"
      rows={3}
      maxLength={CONSOLE_LIMITS.noteMax}
      optional={optional}
      {...field("note")}
    />
  );
  switch (choice.kind) {
    case "move":
      return (
        <SelectField
          label="Stage"
          placeholder="Choose a stage"
          options={STAGES.filter(({ open }) => open)}
          {...field("stage")}
        />
      );
    case "call":
      return (
        <>
          <SelectField
            label="Outcome"
            placeholder="Choose how it went"
            options={CALL_OUTCOMES}
            {...field("outcome")}
          />
          <TextField
            label="Next call"
            hint={`If you know when: ${WHEN_EXAMPLES}.`}
            optional
            {...field("due")}
          />
          {note(true)}
        </>
      );
    case "schedule":
      return (
        <>
          <SelectField label="What" options={TASK_KINDS} {...field("task")} />
          <TextField label="When" hint={`For example ${WHEN_EXAMPLES}.`} {...field("due")} />
          {note(true)}
        </>
      );
    case "decline": {
      const { onChange, ...reason } = field("reason");
      return (
        <>
          <SelectField
            label="Reason"
            placeholder="Choose a reason"
            options={REASONS}
            {...reason}
            onChange={(event) => {
              const chosen = REASONS.find(({ value }) => value === event.target.value);
              setNeedsNote(chosen?.needsNote ?? false);
              onChange(event);
            }}
          />
          {note(!needsNote)}
        </>
      );
    }
    case "assign": {
      const people = (colleagues ?? []).map(({ id, name }) => ({ value: id, label: name }));
      return (
        <SelectField
          label="Responsible"
          placeholder="Choose someone"
          options={[...people, { value: NOBODY, label: "Nobody" }]}
          {...field("staff")}
        />
      );
    }
    case "points":
      return (
        <>
          <TextField label="Points" inputMode="numeric" {...field("points")} />
          {closedIn && (
            <Checks
              legend={`It is ${closedIn}`}
              options={[{ value: "yes", label: "Make it Successful anyway" }]}
              {...field("sure")}
            />
          )}
        </>
      );
    case "correct":
      return (
        <>
          <CorrectedText corrected={choice.field} {...field("text")} />
          {(field("sure").error || field("sure").value) && (
            <Checks
              legend="Check the number"
              options={[{ value: "yes", label: "Save it as it is" }]}
              {...field("sure")}
            />
          )}
          {note(false)}
        </>
      );
    case "undo":
    case "finish":
    case "propose":
      return note(true);
    default:
      return note(false);
  }
}
