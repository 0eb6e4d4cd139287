import { type ContactDraft, type Field, REJECTIONS, type RejectionCode } from "@bindings";

export type ContactErrors = { [Name in keyof ContactDraft]?: string | undefined };

/** What to say beside each field. */
export function contactErrors(codes: readonly RejectionCode[]): ContactErrors {
  return besideFields(codes.map((code) => REJECTIONS[code]));
}

/** The first hint of each field. */
export function besideFields(
  hints: readonly { field: Field | null; hint: string }[],
): ContactErrors {
  const errors: ContactErrors = {};
  for (const { field, hint } of hints) if (field && isOurs(field)) errors[field] ??= hint;
  return errors;
}

function isOurs(field: string): field is keyof ContactDraft {
  return ["name", "email", "subject", "message"].includes(field);
}
