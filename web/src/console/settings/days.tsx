/** The four fields for the working days in the stages. */
import type { StageDays } from "@bindings";
import { CONSOLE_LIMITS } from "@bindings/staff";
import { TextField, type TextFieldProps } from "@/components/fields/field";
import { refused } from "@/components/dialog/form-dialog";
import type { FormOutcome } from "@/components/fields/use-form";
import { stageLabel } from "@/console/parts/formats";

type Name = keyof StageDays;

/** The open stages, each with its name in the settings. */
export const DAYS: readonly { readonly name: Name; readonly stage: string }[] = [
  { name: "received", stage: "received" },
  { name: "contacted", stage: "contacted" },
  { name: "qualified", stage: "qualified" },
  { name: "inProgress", stage: "in-progress" },
];

/** The days of all stages in one line. */
export const inOneLine = (days: StageDays) =>
  DAYS.map(({ name, stage }) => `${stageLabel(stage)} ${days[name]}`).join(", ");

/** The days as texts of a form. */
export const typedDays = (days: StageDays): Record<Name, string> => ({
  received: String(days.received),
  contacted: String(days.contacted),
  qualified: String(days.qualified),
  inProgress: String(days.inProgress),
});

/** A refusal beside the first of these fields that is no whole number up to `max`. */
export function notWhole<Field extends string>(
  text: Readonly<Record<Field, string>>,
  names: readonly Field[],
  max: number,
): FormOutcome | undefined {
  const wrong = names.find((name) => !/^\d{1,4}$/u.test(text[name].trim()) || +text[name] > max);
  return wrong && refused(wrong, `Enter a whole number up to ${max}.`);
}

/** The days that were typed, or the refusal of the first that is no number of days. */
export function daysOf(text: Readonly<Record<Name, string>>): StageDays | FormOutcome {
  const names = DAYS.map(({ name }) => name);
  const { received, contacted, qualified, inProgress } = text;
  return (
    notWhole(text, names, CONSOLE_LIMITS.stageDaysMax) ?? {
      received: Number(received),
      contacted: Number(contacted),
      qualified: Number(qualified),
      inProgress: Number(inProgress),
    }
  );
}

/** What the form says about them. */
export const DAYS_EXPLAINED = `In working days, up to ${CONSOLE_LIMITS.stageDaysMax}. 0 is the same day.`;

type Props = {
  /** What a form with these fields, and perhaps others, has for each. */
  field: (name: Name) => Omit<TextFieldProps, "label">;
};

/** The fields. */
export function DayFields({ field }: Props) {
  return DAYS.map(({ name, stage }) => (
    <TextField key={name} label={stageLabel(stage)} inputMode="numeric" {...field(name)} />
  ));
}
