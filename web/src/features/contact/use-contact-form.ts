import { type ContactDraft, LIMITS, MESSAGE_SENT, TROUBLES } from "@bindings";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/toast/notify";
import { checkContact } from "@/rules";
import { type ContactErrors, contactErrors } from "./contact-errors";
import { sendMessage } from "./send-message";

/**
 * The way of a message: judged by the rules, sent after the simulated wait, the form cleared. The
 * fields are React's only to draw; what stands in them is the browser's, so that nothing typed
 * before the page came alive is lost.
 */
export function useContactForm() {
  const [errors, setErrors] = useState<ContactErrors>({});
  const [sending, setSending] = useState(false);
  const underWay = useRef(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (underWay.current) return;
    underWay.current = true;
    setSending(true);
    const form = event.currentTarget;
    const refused = await send(draftIn(form));
    underWay.current = false;
    flushSync(() => {
      setSending(false);
      if (refused) setErrors(refused);
    });
    if (!refused) return;
    if (Object.keys(refused).length === 0) form.reset();
    resumeAt(form);
  }

  /** Typing mends an error. */
  function mend(name: keyof ContactDraft) {
    setErrors((before) => ({ ...before, [name]: undefined }));
  }

  return { errors, sending, submit, mend };
}

/** What is wrong with it; nothing if it was sent; `undefined` if the rules cannot be asked. */
async function send(draft: ContactDraft): Promise<ContactErrors | undefined> {
  try {
    const codes = await checkContact(draft);
    if (codes.length > 0) return contactErrors(codes);
  } catch {
    notify(TROUBLES["rules-unavailable"]);
    return undefined;
  }
  await new Promise((resolve) => setTimeout(resolve, LIMITS.contactDelayMs));
  sendMessage(draft);
  notify(MESSAGE_SENT);
  return {};
}

function draftIn(form: HTMLFormElement): ContactDraft {
  const data = new FormData(form);
  const text = (name: keyof ContactDraft) => String(data.get(name) ?? "");
  return {
    name: text("name"),
    email: text("email"),
    subject: text("subject"),
    message: text("message"),
  };
}

/** A button that is disabled while it works loses the focus: give it on, or back. */
function resumeAt(form: HTMLFormElement) {
  const invalid = form.querySelector<HTMLElement>("[aria-invalid]");
  if (invalid) invalid.focus();
  else if (document.activeElement === document.body) {
    form.querySelector<HTMLElement>('[type="submit"]')?.focus({ preventScroll: true });
  }
}
