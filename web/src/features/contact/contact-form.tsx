import { type ContactDraft, LIMITS } from "@bindings";
import { type ChangeEvent, useId } from "react";
import { Button } from "@/components/button/button";
import { TextAreaField, TextField } from "@/components/fields/field";
import { useHydrated } from "@/components/use-hydrated";
import { site } from "@/content/generated/site";
import { messageReceiver } from "@/programme/site-mode";
import { useContactForm } from "./use-contact-form";
import styles from "./contact-form.module.css";

/** The Send Us a Message form. `about` is the subject to start with. */
export function ContactForm({ about = "" }: { about?: string }) {
  const title = useId();
  const hydrated = useHydrated();
  const { form, errors, sending, submit, keep, mend } = useContactForm(about);

  function field(name: keyof ContactDraft) {
    return {
      name,
      required: true,
      readOnly: sending,
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => mend(target),
      onFocus: prepare,
    };
  }

  return (
    <section className={styles.section} aria-labelledby={title}>
      <h2 id={title}>Send Us a Message</h2>
      <p className="without-script">
        This form needs JavaScript. Without it, please write to{" "}
        <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
      <form
        ref={form}
        className={`${styles.form} needs-script`}
        aria-labelledby={title}
        onInput={keep}
        onSubmit={(event) => void submit(event)}
      >
        <div className={styles.pair}>
          <TextField label="Name" autoComplete="name" {...field("name")} />
          <TextField label="Email" type="email" autoComplete="email" {...field("email")} />
        </div>
        <TextField label="Subject" autoComplete="off" {...field("subject")} />
        <TextAreaField
          label="Message"
          autoComplete="off"
          rows={LIMITS.contactMessageRows}
          {...field("message")}
        />
        <Button type="submit" disabled={!hydrated} pending={sending} pendingLabel="Sending...">
          Send Message
        </Button>
      </form>
    </section>
  );
}

/** Where the message goes is known by the time the form is filled in. If not, sending says so. */
function prepare() {
  messageReceiver().catch(() => undefined);
}
