import { type ContactDraft, LIMITS, MESSAGE_SENT, TROUBLES } from "@bindings";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/toast/notify";
import { messageReceiver, type Receive } from "@/programme/messages";
import { checkContact } from "@/rules";
import { besideFields, type ContactErrors, contactErrors } from "./contact-errors";
import { sendMessage } from "./send-message";

/**
 * The way of a message: judged by the rules, sent to wherever this site's messages go, the form
 * cleared. The
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

/** What is wrong with it; nothing if it was sent; `undefined` if it was not, for other reasons. */
async function send(draft: ContactDraft): Promise<ContactErrors | undefined> {
  let receive: Receive | undefined;
  try {
    const [codes, receiver] = await Promise.all([checkContact(draft), messageReceiver()]);
    if (codes.length > 0) return contactErrors(codes);
    receive = receiver;
  } catch {
    notify(TROUBLES["rules-unavailable"]);
    return undefined;
  }
  return receive ? handOver(draft, receive) : pretend(draft);
}

/** The form is connected to no server: it waits a while, and that is all (section 7). */
async function pretend(draft: ContactDraft): Promise<ContactErrors> {
  await new Promise((resolve) => setTimeout(resolve, LIMITS.contactDelayMs));
  sendMessage(draft);
  notify(MESSAGE_SENT);
  return {};
}

async function handOver(draft: ContactDraft, receive: Receive): Promise<ContactErrors | undefined> {
  const outcome = await receive(draft);
  notify(outcome.notice);
  if (outcome.outcome === "accepted") return {};
  const errors = outcome.outcome === "refused" ? besideFields(outcome.errors ?? []) : {};
  return Object.keys(errors).length > 0 ? errors : undefined;
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
