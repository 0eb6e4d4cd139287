/** What the dialog of each command asks for. */
import { CONSOLE_LIMITS, TASK_KINDS } from "@bindings/staff";
import type { ReactNode } from "react";
import { Checks } from "@/components/fields/checks";
import { SelectField, TextAreaField, TextField } from "@/components/fields/field";
import type { FieldOf } from "@/components/dialog/form-dialog";
import { WHEN_EXAMPLES, whenSaid } from "@/console/parts/when";
import { useProgramme } from "@/console/programme";
import { useColleagues } from "@/console/server";
import type { CommandChoice, Typed } from "./command-dialog";
import styles from "./command-dialog.module.css";

/** The value for "nobody" in the list of owners. */
export const NOBODY = "nobody";

type Props = {
  choice: CommandChoice;
  /** The stage that it was closed in, if that was not Successful. */
  closedIn: string | undefined;
  /** The points that the rulebook gives. Others need a note. */
  suggested?: number | undefined;
  field: FieldOf<keyof Typed>;
};

export function CommandFields({ choice, closedIn, suggested, field }: Props): ReactNode {
  const { data: colleagues } = useColleagues();
  const { data: programme } = useProgramme();
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
    case "schedule":
      return (
        <>
          <SelectField label="What" options={TASK_KINDS} {...field("task")} />
          <TextField
            label="When"
            hint={whenSaid(field("due").value) ?? `For example ${WHEN_EXAMPLES}.`}
            {...field("due")}
          />
          {note(true)}
        </>
      );
    case "decline": {
      const offered = programme?.settings.reasons.filter(({ offered: is }) => is) ?? [];
      const chosen = offered.find(({ name }) => name === field("reason").value);
      return (
        <>
          <SelectField
            label="Reason"
            placeholder="Choose a reason"
            options={offered.map(({ name, label }) => ({ value: name, label }))}
            {...field("reason")}
          />
          <output className={styles.sentence}>
            {chosen && `The referrer will read: “${chosen.sentence}”`}
          </output>
          {note(!chosen?.needsNote)}
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
          {note(suggested === undefined || String(suggested) === field("points").value.trim())}
          {closedIn && (
            <Checks
              legend={`It is ${closedIn}`}
              options={[{ value: "yes", label: "Make it Successful anyway" }]}
              {...field("sure")}
            />
          )}
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
