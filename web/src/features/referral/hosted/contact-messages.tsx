import type { MessageView } from "@bindings";
import { useId, useTransition } from "react";
import { Button } from "@/components/button/button";
import entry from "../referral-entry.module.css";
import list from "../referral-list.module.css";
import section from "../section.module.css";
import type { HostedActions } from "@/programme";
import { useMessages } from "./use-messages";

/** What visitors have written through the contact form. */
export function ContactMessages({ actions }: { actions: HostedActions }) {
  const heading = useId();
  const { messages, trouble, more, load } = useMessages(actions);
  const [pending, startTransition] = useTransition();

  return (
    <section className={section.section} aria-labelledby={heading}>
      <h2 id={heading}>Contact Messages</h2>
      {messages?.length === 0 && <p className={list.empty}>No messages yet.</p>}
      {messages && messages.length > 0 && (
        <ul className={list.list}>
          {messages.map((message) => (
            <Message key={message.key} message={message} />
          ))}
        </ul>
      )}
      <div className={section.ways} aria-live="polite">
        {!messages && !trouble && <p>Loading…</p>}
        {trouble && <p>{trouble}</p>}
      </div>
      {(more || trouble) && (
        <Button variant="quiet" pending={pending} onClick={() => startTransition(load)}>
          {trouble ? "Try again" : "Show older messages"}
        </Button>
      )}
    </section>
  );
}

function Message({ message }: { message: MessageView }) {
  const title = useId();
  const { at, name, email, subject, message: text } = message;
  const when = new Date(at);
  return (
    <li className={entry.entry} aria-labelledby={title}>
      <div className={entry.head}>
        <h3 id={title} dir="auto">
          {subject}
        </h3>
      </div>
      <dl className={entry.facts}>
        <div>
          <dt>From</dt>
          <dd dir="auto">{name}</dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>
            <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
          </dd>
        </div>
        <div>
          <dt>Date</dt>
          <dd>
            <time dateTime={when.toISOString()}>{when.toLocaleString()}</time>
          </dd>
        </div>
        <div className={entry.notes}>
          <dt>Message</dt>
          <dd dir="auto">{text}</dd>
        </div>
      </dl>
    </li>
  );
}
