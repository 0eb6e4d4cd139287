/** What stands in the contact form's fields is the browser's; here it is read, filled in and judged. */
import { type ContactDraft, REJECTIONS } from "@bindings";

const FIELDS = ["name", "email", "subject", "message"] as const;

/** What stands in the form. */
export function draftIn(form: HTMLFormElement): ContactDraft {
  return Object.fromEntries(new FormData(form)) as Record<keyof ContactDraft, string>;
}

/** Puts a text into the fields in which nothing stands. */
export function fillIn(form: HTMLFormElement, draft: ContactDraft) {
  for (const [name, text] of Object.entries(draft)) {
    const control = controlOf(form, name);
    if (control.value === "") control.value = text;
  }
}

/**
 * What the browser refuses, by the names that the rules have for it, in the form's order. White space
 * alone is no answer: there the browser is told to refuse what its `required` lets through. An e-mail
 * it looks at more closely.
 */
export function brokenRules(form: HTMLFormElement) {
  return FIELDS.flatMap((name) => {
    const control = controlOf(form, name);
    const missing = `contact-${name}-missing` as const;
    const isBlank = name !== "email" && /^\p{White_Space}+$/u.test(control.value);
    control.setCustomValidity(isBlank ? REJECTIONS[missing].hint : "");
    const { valid, typeMismatch } = control.validity;
    if (valid) return [];
    return [typeMismatch ? ("contact-email-invalid" as const) : missing];
  });
}

function controlOf(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
}
