import { type ContactDraft, LIMITS, MESSAGE_SENT, TROUBLES } from "@bindings";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { notify } from "@/components/toast/toasts";
import { contactDraft, useDraft } from "@/programme/drafts";
import { messageReceiver } from "@/programme/site-mode";
import type { Receive } from "@/programme/programme";
import { besideFields, type ContactErrors, draftIn, fillIn, refuseBlanks } from "./contact-fields";

/**
 * The way of a message: judged by the browser, sent to wherever this site's messages go, the form
 * cleared. The fields are React's only to draw; what stands in them is the browser's, so that
 * nothing typed before the page came alive is lost. `about` is the subject to start with.
 */
export function useContactForm(about: string) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ContactErrors>({});
  const { sending } = useDraft(contactDraft);

  useEffect(() => {
    let shownTo: string | undefined;
    const show = () => {
      const { text, by } = contactDraft.state();
      if (!form.current || by === shownTo) return;
      if (shownTo !== undefined) form.current.reset();
      shownTo = by;
      fillIn(form.current, { ...text, subject: text.subject || about });
    };
    show();
    return contactDraft.store.subscribe(show);
  }, [about]);

  useClearedAfterwards(form, sending);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = event.currentTarget;
    refuseBlanks(typed);
    if (sending || !typed.reportValidity()) return;
    contactDraft.change(draftIn(typed));
    await contactDraft.send(async (draft) => {
      const refused = await send(draft);
      if (!refused) return false;
      flushSync(() => setErrors(refused));
      typed.querySelector<HTMLElement>("[aria-invalid]")?.focus();
      return Object.keys(refused).length === 0;
    });
  }

  /** Keeps what is typed. A subject that came with the link is not. */
  function keep(event: FormEvent<HTMLFormElement>) {
    const typed = draftIn(event.currentTarget);
    contactDraft.change(typed.subject === about ? { ...typed, subject: "" } : typed);
  }

  /** Typing mends an error. */
  function mend(control: HTMLInputElement | HTMLTextAreaElement) {
    control.setCustomValidity("");
    setErrors((before) => ({ ...before, [control.name]: undefined }));
  }

  return { form, errors, sending, submit, keep, mend };
}

/** Empties the form when its message has been sent, also one that was sent from here earlier. */
function useClearedAfterwards(form: { current: HTMLFormElement | null }, sending: boolean) {
  const wasSending = useRef(sending);
  useEffect(() => {
    if (wasSending.current && !sending && contactDraft.isEmpty) form.current?.reset();
    wasSending.current = sending;
  }, [form, sending]);
}

/** What is wrong with it; nothing if it was sent; `undefined` if it was not, for other reasons. */
async function send(draft: ContactDraft): Promise<ContactErrors | undefined> {
  let receive: Receive | undefined;
  try {
    receive = await messageReceiver();
  } catch {
    notify(TROUBLES["rules-unavailable"]);
    return undefined;
  }
  return receive ? handOver(draft, receive) : pretend(draft);
}

/** The form is connected to no server: it waits, and writes to the console (section 7). */
async function pretend(draft: ContactDraft): Promise<ContactErrors> {
  await new Promise((resolve) => setTimeout(resolve, LIMITS.contactDelayMs));
  console.log("Contact form submitted:", draft);
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
