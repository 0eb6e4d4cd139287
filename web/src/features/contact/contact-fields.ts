/**
 * Reads, fills in and checks the contact form's fields, whose texts are kept by the browser and not
 * by React.
 */
import { type ContactDraft, REJECTIONS } from "@bindings";

export const CONTACT_FIELDS = ["name", "email", "subject", "message"] as const;

/** The texts in the form. */
export function draftIn(form: HTMLFormElement): ContactDraft {
  return Object.fromEntries(new FormData(form)) as Record<keyof ContactDraft, string>;
}

/** Fills a text into the empty fields. */
export function fillIn(form: HTMLFormElement, draft: ContactDraft) {
  for (const [name, text] of Object.entries(draft)) {
    const control = controlOf(form, name);
    if (control.value === "") control.value = text;
  }
}

/**
 * The codes of what the browser refuses, in the form's order. A text of white space alone counts as
 * missing: it passes the browser's `required`, so the browser is told to refuse it. The browser
 * itself checks emails.
 */
export function brokenRules(form: HTMLFormElement) {
  return CONTACT_FIELDS.flatMap((name) => {
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
