import { type Field, REJECTIONS } from "@bindings";
import type { Refused } from "@/programme/programme";

/** What is wrong with each field, in words that stand beside it. */
export type FieldErrors = Readonly<Partial<Record<Field, string>>>;

export const NO_ERRORS: FieldErrors = {};

/** The hint of the first broken rule of each field. */
export function fieldErrors(refused: Refused): FieldErrors {
  const errors: Partial<Record<Field, string>> = {};
  for (const { field, hint } of hints(refused)) if (field) errors[field] ??= hint;
  return errors;
}

/** What to do about it, in as many sentences as there are reasons. */
export function advice(refused: Refused): string {
  return (
    hints(refused)
      .map(({ hint }) => hint)
      .join(" ") || refused.notice.description
  );
}

/** The hints that came with the refusal; else the rules' own. */
function hints({ codes, errors }: Refused): readonly { field: Field | null; hint: string }[] {
  return errors ?? codes.flatMap((code) => (code in REJECTIONS ? [REJECTIONS[code as Rule]] : []));
}

type Rule = keyof typeof REJECTIONS;

/** The errors without those of a field that is being mended. */
export function without(errors: FieldErrors, field: Field): FieldErrors {
  const { [field]: _mended, ...others } = errors;
  return others;
}

/** Moves the focus to the first field of a form that is marked invalid. */
export function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
