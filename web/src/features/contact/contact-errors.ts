import { type ContactDraft, REJECTIONS, type RejectionCode } from "@bindings";

export type ContactErrors = { [Name in keyof ContactDraft]?: string | undefined };

/** What to say beside each field. */
export function contactErrors(codes: readonly RejectionCode[]): ContactErrors {
  const errors: ContactErrors = {};
  for (const code of codes) {
    const { field, hint } = REJECTIONS[code];
    if (field && isOurs(field)) errors[field] ??= hint;
  }
  return errors;
}

function isOurs(field: string): field is keyof ContactDraft {
  return ["name", "email", "subject", "message"].includes(field);
}
