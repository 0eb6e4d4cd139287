import { type Field, REJECTIONS, type RejectionCode } from "@bindings";

/** What is wrong with each field, in words that stand beside it. */
export type FieldErrors = Readonly<Partial<Record<Field, string>>>;

export const NO_ERRORS: FieldErrors = {};

/** The hint of the first broken rule of each field. */
export function fieldErrors(codes: readonly RejectionCode[]): FieldErrors {
  const errors: Partial<Record<Field, string>> = {};
  for (const code of codes) {
    const { field, hint } = REJECTIONS[code];
    if (field) errors[field] ??= hint;
  }
  return errors;
}

/** The errors without those of a field that is being mended. */
export function without(errors: FieldErrors, field: Field): FieldErrors {
  const { [field]: _mended, ...others } = errors;
  return others;
}

/** Moves the focus to the first field of a form that is marked invalid. */
export function focusFirstInvalid(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
