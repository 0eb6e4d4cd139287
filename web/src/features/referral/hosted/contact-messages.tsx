import type { MessageAction, MessageState, MessageView } from "@bindings";
import { useId } from "react";
import { Button } from "@/components/button/button";
import { notify } from "@/components/toast/toasts";
import { usePending } from "@/components/use-pending";
import entry from "../referral-entry.module.css";
import list from "../referral-list.module.css";
import section from "../section.module.css";
import type { HostedActions } from "@/programme";
import { useMessages } from "./use-messages";

/** What visitors have written through the contact form. */
export function ContactMessages({ actions }: { actions: HostedActions }) {
  const heading = useId();
  const { messages, trouble, more, load, replace } = useMessages(actions);
  const [pending, run] = usePending();

  return (
    <section className={section.section} aria-labelledby={heading}>
      <h2 id={heading}>Contact Messages</h2>
      {messages?.length === 0 && <p className={list.empty}>No messages yet.</p>}
      {messages && messages.length > 0 && (
        <ul className={list.list}>
          {messages.map((message) => (
            <Message key={message.key} message={message} actions={actions} onChange={replace} />
          ))}
        </ul>
      )}
      <div className={section.ways} aria-live="polite">
        {!messages && !trouble && <p>Loading…</p>}
        {trouble && <p>{trouble}</p>}
      </div>
      {(more || trouble) && (
        <Button variant="quiet" pending={pending} onClick={() => void run(load)}>
          {trouble ? "Try again" : "Show older messages"}
        </Button>
      )}
    </section>
  );
}

type MessageProps = {
  message: MessageView;
  actions: HostedActions;
  onChange: (message: MessageView) => void;
};

function Message({ message, actions, onChange }: MessageProps) {
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
        {STATES[message.state] && (
          <div className={entry.notes}>
            <dt>Forwarding</dt>
            <dd>
              {STATES[message.state]} {message.reason}
            </dd>
          </div>
        )}
      </dl>
      {message.state === "undeliverable" && (
        <Undeliverable message={message} actions={actions} onChange={onChange} />
      )}
    </li>
  );
}

/** What can be done about a message that nobody takes. */
function Undeliverable({ message, actions, onChange }: MessageProps) {
  const [pending, run] = usePending();

  function change(action: MessageAction) {
    void run(async () => {
      const outcome = await actions.changeMessage(message.key, action);
      notify(outcome.notice);
      if (outcome.outcome === "accepted") onChange(outcome.value);
    });
  }

  const about = <span className="visually-hidden"> {message.subject}</span>;
  return (
    <div className={section.ways}>
      <Button variant="quiet" pending={pending} onClick={() => change("send-again")}>
        Send again{about}
      </Button>
      <Button variant="quiet" pending={pending} onClick={() => change("mark-handled")}>
        Mark as handled{about}
      </Button>
    </div>
  );
}

/** Where there is something to say of how far a message has come. */
const STATES: Partial<Record<MessageState, string>> = {
  waiting: "Waits to be forwarded.",
  undeliverable: "Could not be forwarded, and is not tried any more.",
  handled: "Marked as handled.",
};
