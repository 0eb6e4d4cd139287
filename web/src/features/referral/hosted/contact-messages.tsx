import type { MessageAction, Messages, MessageState, MessageView } from "@bindings";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/button/button";
import { usePending } from "@/components/use-pending";
import type { HostedActions } from "@/programme/programme";
import { useAction } from "../programme";
import { Entry, Fact, Section, Time } from "../section";
import styles from "../referral.module.css";

/** The contact messages. */
export function ContactMessages({ actions }: { actions: HostedActions }) {
  const { messages, trouble, more, load, replace } = useMessages(actions);
  const [pending, run] = usePending();

  return (
    <Section title="Contact Messages">
      {messages?.length === 0 && <p className={styles.empty}>No messages yet.</p>}
      {messages && messages.length > 0 && (
        <ul className={styles.list}>
          {messages.map((message) => (
            <Message key={message.key} message={message} actions={actions} onChange={replace} />
          ))}
        </ul>
      )}
      <div className={styles.ways} aria-live="polite">
        {!messages && !trouble && <p>Loading…</p>}
        {trouble && <p>{trouble}</p>}
      </div>
      {(more || trouble) && (
        <Button variant="quiet" pending={pending} onClick={() => void run(load)}>
          {trouble ? "Try again" : "Show older messages"}
        </Button>
      )}
    </Section>
  );
}

type MessageProps = {
  message: MessageView;
  actions: HostedActions;
  onChange: (message: MessageView) => void;
};

function Message({ message, actions, onChange }: MessageProps) {
  const { email, state, reason } = message;
  const facts = (
    <>
      <Fact name="From">{message.name}</Fact>
      <Fact name="E-mail">
        <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
      </Fact>
      <Fact name="Date">
        <Time at={message.at} />
      </Fact>
      <Fact name="Message" long>
        {message.message}
      </Fact>
      {STATES[state] && (
        <Fact name="Forwarding" long>
          {STATES[state]} {reason}
        </Fact>
      )}
    </>
  );
  return (
    <Entry title={message.subject} facts={facts}>
      {state === "undeliverable" && (
        <Undeliverable message={message} actions={actions} onChange={onChange} />
      )}
    </Entry>
  );
}

/** The actions for a message that could not be forwarded. */
function Undeliverable({ message, actions, onChange }: MessageProps) {
  const [pending, act] = useAction();
  const change = (action: MessageAction) =>
    act(() => actions.changeMessage(message.key, action), onChange);

  const about = <span className="visually-hidden"> {message.subject}</span>;
  return (
    <div className={styles.ways}>
      <Button variant="quiet" pending={pending} onClick={() => change("send-again")}>
        Send again{about}
      </Button>
      <Button variant="quiet" pending={pending} onClick={() => change("mark-handled")}>
        Mark as handled{about}
      </Button>
    </div>
  );
}

/** The sentence about the forwarding of a message, if there is one. */
const STATES: Partial<Record<MessageState, string>> = {
  waiting: "Waiting to be forwarded.",
  undeliverable: "Could not be forwarded. We have stopped trying.",
  handled: "Marked as handled.",
};

type Answer = Awaited<ReturnType<HostedActions["messages"]>>;

/** The contact messages, newest first. More are loaded on request. */
function useMessages(actions: HostedActions) {
  const [messages, setMessages] = useState<readonly MessageView[]>();
  const [next, setNext] = useState<Messages["next"]>(null);
  const [trouble, setTrouble] = useState<string>();

  function take(answer: Answer, before: readonly MessageView[]) {
    if (answer.outcome === "accepted") {
      setMessages([...before, ...answer.value.messages]);
      setNext(answer.value.next);
    }
    setTrouble(answer.outcome === "accepted" ? undefined : answer.notice.description);
  }

  const takeFirst = useEffectEvent((answer: Answer) => take(answer, []));

  useEffect(() => {
    let wanted = true;
    void actions.messages().then((answer) => wanted && takeFirst(answer));
    return () => {
      wanted = false;
    };
  }, [actions]);

  async function load() {
    take(await actions.messages(next ?? undefined), messages ?? []);
  }

  /** Replaces a message after a change. */
  function replace(message: MessageView) {
    setMessages((before) => before?.map((one) => (one.key === message.key ? message : one)));
  }

  return { messages, trouble, more: next !== null, load, replace };
}
