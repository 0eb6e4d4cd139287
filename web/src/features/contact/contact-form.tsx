import { type ContactDraft, LIMITS } from "@bindings";
import { useId } from "react";
import { Button } from "@/components/button/button";
import { TextAreaField, TextField } from "@/components/fields/field";
import { useHydrated } from "@/components/use-hydrated";
import { site } from "@/content/site";
import { messageReceiver } from "@/programme/messages";
import { loadRules } from "@/rules";
import styles from "./contact-form.module.css";
import { useContactForm } from "./use-contact-form";

/** The Send Us a Message form. */
export function ContactForm() {
  const title = useId();
  const hydrated = useHydrated();
  const { errors, sending, submit, mend } = useContactForm();

  function field(name: keyof ContactDraft) {
    return {
      name,
      required: true,
      readOnly: sending,
      error: errors[name],
      onChange: () => mend(name),
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
        className={`${styles.form} needs-script`}
        aria-labelledby={title}
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

/**
 * The rules, and where the message goes, are there by the time the form is filled in. If not,
 * sending says so.
 */
function prepare() {
  loadRules().catch(() => undefined);
  messageReceiver().catch(() => undefined);
}
