import { type ContactDraft, type Field, REJECTIONS, type RejectionCode } from "@bindings";

type Name = keyof ContactDraft;

/** What to say beside each field. */
export type ContactErrors = { [Key in Name]?: string | undefined };

const NAMES: readonly Name[] = ["name", "email", "subject", "message"];

/** What to say where white space alone is typed; an e-mail the browser looks at more closely. */
const BLANK: Partial<Record<Name, RejectionCode>> = {
  name: "contact-name-missing",
  subject: "contact-subject-missing",
  message: "contact-message-missing",
};

/** What stands in the form. */
export function draftIn(form: HTMLFormElement): ContactDraft {
  const data = new FormData(form);
  const text = (name: Name) => String(data.get(name) ?? "");
  return {
    name: text("name"),
    email: text("email"),
    subject: text("subject"),
    message: text("message"),
  };
}

/** Puts a text into the fields in which nothing stands. */
export function fillIn(form: HTMLFormElement, text: ContactDraft) {
  for (const name of NAMES) {
    const control = controlOf(form, name);
    if (control && control.value === "") control.value = text[name];
  }
}

/**
 * Has the browser refuse, in its own way, what its `required` and `type=email` let through: white
 * space alone is no answer.
 */
export function refuseBlanks(form: HTMLFormElement) {
  for (const name of NAMES) {
    const code = BLANK[name];
    const control = controlOf(form, name);
    if (!control || !code) continue;
    const blank = control.value !== "" && !/\P{White_Space}/u.test(control.value);
    control.setCustomValidity(blank ? REJECTIONS[code].hint : "");
  }
}

/** The first hint of each field. */
export function besideFields(
  hints: readonly { field: Field | null; hint: string }[],
): ContactErrors {
  const errors: ContactErrors = {};
  for (const { field, hint } of hints) if (isOurs(field)) errors[field] ??= hint;
  return errors;
}

function isOurs(field: string | null): field is Name {
  return NAMES.some((name) => name === field);
}

function controlOf(form: HTMLFormElement, name: Name) {
  const control = form.elements.namedItem(name);
  const typed = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return typed ? control : undefined;
}
