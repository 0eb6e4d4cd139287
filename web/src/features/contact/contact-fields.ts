/** What stands in the contact form's fields is the browser's; here it is read, filled in and judged. */
import { type ContactDraft, REJECTIONS } from "@bindings";

/** What to say where white space alone is typed; an e-mail the browser looks at more closely. */
const BLANK = {
  name: REJECTIONS["contact-name-missing"].hint,
  subject: REJECTIONS["contact-subject-missing"].hint,
  message: REJECTIONS["contact-message-missing"].hint,
};

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
 * Has the browser refuse, in its own way, what its `required` and `type=email` let through: white
 * space alone is no answer.
 */
export function refuseBlanks(form: HTMLFormElement) {
  for (const [name, hint] of Object.entries(BLANK)) {
    const control = controlOf(form, name);
    const isBlank = control.value !== "" && !/\P{White_Space}/u.test(control.value);
    control.setCustomValidity(isBlank ? hint : "");
  }
}

function controlOf(form: HTMLFormElement, name: string) {
  return form.elements.namedItem(name) as HTMLInputElement | HTMLTextAreaElement;
}
