import { type ContactDraft, LIMITS, MESSAGE_SENT, NOT_SENT, BROWSER_FAILURES } from "@bindings";
import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/button/button";
import { ErrorSummary } from "@/components/fields/error-summary";
import { TextAreaField, TextField } from "@/components/fields/field";
import { type FormOutcome, useForm } from "@/components/fields/use-form";
import { TextPageLink } from "@/components/page/page";
import { useHydrated } from "@/components/use-hydrated";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/contact";
import { paths } from "@/paths";
import { contactDraft, useDraft } from "@/programme/drafts";
import { messageReceiver } from "@/programme/site-mode";
import { brokenRules, draftIn, fillIn } from "./contact-fields";
import styles from "./contact-form.module.css";

/**
 * The Send Us a Message form, which the browser checks. React renders the fields, but the browser
 * keeps their texts, so that nothing is lost that was typed before hydration. `about` is the
 * initial subject.
 */
export function ContactForm({ about = "" }: { about?: string }) {
  const title = useId();
  const hydrated = useHydrated();
  const draft = useDraft(contactDraft);
  // `keep` stores what is typed, for all fields at once.
  const { form, ref, field, summary, showErrors } = useForm(
    { ...draft, change: () => undefined },
    deliver,
  );
  const [unread, setUnread] = useState(false);
  useDraftIn(ref, about);

  /**
   * Finds out where the message goes while the form is filled in. If that fails, sending shows the
   * error.
   */
  function prepare() {
    messageReceiver().then(
      (receive) => setUnread(receive === undefined),
      () => undefined,
    );
  }

  // Somebody may have focused a field before hydration.
  const prepareEarly = useEffectEvent(prepare);
  useEffect(() => {
    if (ref.current?.contains(document.activeElement)) prepareEarly();
  }, [ref]);

  /** Stores what is typed. A subject from the link is not stored. */
  function keep(event: FormEvent<HTMLFormElement>) {
    const typed = draftIn(event.currentTarget);
    draft.change(typed.subject === about ? { ...typed, subject: "" } : typed);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (draft.sending) return;
    const codes = brokenRules(event.currentTarget);
    flushSync(() => showErrors({ outcome: "refused", codes, notice: NOT_SENT }));
    // The browser also shows its message at the first wrong field and focuses it.
    if (!event.currentTarget.reportValidity()) return;
    draft.change(draftIn(event.currentTarget));
    form.onSubmit(event);
  }

  function browsersField(name: keyof ContactDraft) {
    const { onChange, ...shared } = field(name);
    return {
      ...shared,
      value: undefined,
      required: true,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => {
        event.target.setCustomValidity("");
        onChange(event);
      },
      onFocus: prepare,
    };
  }

  const email = <a href={`mailto:${site.email}`}>{site.email}</a>;
  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title}>{words.sendUs}</h2>
      <noscript>
        <p>{words.needsScript({ email })}</p>
      </noscript>
      <form
        ref={ref}
        className={`${styles.form} needs-script`}
        aria-labelledby={title}
        noValidate={hydrated}
        onInput={keep}
        onSubmit={submit}
      >
        <ErrorSummary {...summary} />
        <div className={styles.pair}>
          <TextField label={words.name} autoComplete="name" {...browsersField("name")} />
          <TextField
            label={words.email}
            type="email"
            autoComplete="email"
            {...browsersField("email")}
          />
        </div>
        <TextField label={words.subject} autoComplete="off" {...browsersField("subject")} />
        <TextAreaField
          label={words.message}
          autoComplete="off"
          rows={LIMITS.contactMessageRows}
          {...browsersField("message")}
        />
        <Button
          type="submit"
          disabled={!hydrated}
          pending={draft.sending}
          pendingLabel={words.sending}
        >
          {words.send}
        </Button>
        <p className={styles.explanation} aria-live="polite">
          {unread ? (
            words.noServer({ email })
          ) : (
            <>
              {words.use} <TextPageLink to={paths.privacy}>{words.privacy}</TextPageLink>
            </>
          )}
        </p>
      </form>
    </section>
  );
}

/**
 * Fills in what was typed earlier, whenever the person changes; and empties the form after it was
 * sent, even by an earlier instance of this form.
 */
function useDraftIn(form: RefObject<HTMLFormElement | null>, about: string) {
  useEffect(() => {
    let before: ReturnType<typeof contactDraft.state> | undefined;
    const follow = () => {
      const now = contactDraft.state();
      const isSent = before?.sending === true && !now.sending && contactDraft.isEmpty;
      const belongsToOther = now.by !== before?.by;
      if (before && (isSent || belongsToOther)) form.current?.reset();
      before = now;
      if (!form.current || !belongsToOther) return;
      fillIn(form.current, { ...now.text, subject: now.text.subject || about });
    };
    follow();
    return contactDraft.store.subscribe(follow);
  }, [form, about]);
}

/** Sends the message to the site's receiver. */
async function deliver(message: ContactDraft): Promise<FormOutcome> {
  try {
    const receive = (await messageReceiver()) ?? pretend;
    return await receive(message);
  } catch {
    return { outcome: "failed", notice: BROWSER_FAILURES["rules-unavailable"] };
  }
}

/** Without a server, it waits and writes to the console (section 7). */
async function pretend(message: ContactDraft): Promise<FormOutcome> {
  await new Promise((resolve) => setTimeout(resolve, LIMITS.contactDelayMs));
  console.log("Contact form submitted:", message);
  return { outcome: "accepted", notice: MESSAGE_SENT };
}
