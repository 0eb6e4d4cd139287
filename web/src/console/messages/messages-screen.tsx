import type { MessageAction, Messages, MessageState, MessageView } from "@bindings";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Button } from "@/components/button/button";
import { SelectField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { notify } from "@/components/toast/toasts";
import { useKeys } from "@/console/keys";
import { Failure } from "@/console/parts/failure";
import { usePages } from "@/console/parts/use-pages";
import { instant } from "@/console/parts/words";
import { act } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./messages.module.css";

type StateWords = { label: string; tone?: "green" | "yellow" | "red" };

const STATES: Record<MessageState, StateWords> = {
  received: { label: "Received" },
  waiting: { label: "Waiting to be sent on", tone: "yellow" },
  undeliverable: { label: "Could not be sent on", tone: "red" },
  forwarded: { label: "Sent on", tone: "green" },
  handled: { label: "Handled", tone: "green" },
};

const OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

/** What visitors have written through the contact form, the newest first. */
export default function MessagesScreen() {
  const [params, setParams] = useSearchParams();
  const state = params.get("state") ?? "";
  const list = usePages<Messages>("/messages");
  const all = list.pages.flatMap(({ messages }) => messages);
  const shown = all.filter((message) => !state || message.state === state);
  const [active, setActive] = useState(0);
  const current = shown[Math.min(active, shown.length - 1)];

  const step = (by: number) => setActive((at) => Math.max(0, Math.min(shown.length - 1, at + by)));
  const change = (action: MessageAction) => {
    if (current?.state === "undeliverable") void changed(current, action);
  };
  useKeys({
    j: ["Next message", () => step(1)],
    k: ["Message before", () => step(-1)],
    e: ["Mark it as handled", () => change("mark-handled")],
    s: ["Send it on again", () => change("send-again")],
  });

  return (
    <>
      <title>Messages – Console</title>
      <h1>Messages</h1>
      <search className={shared.filters}>
        <SelectField
          label="State"
          options={[{ value: "", label: "All" }, ...OPTIONS]}
          value={state}
          onChange={({ target }) =>
            setParams(target.value ? { state: target.value } : {}, { replace: true })
          }
        />
      </search>
      {list.error && <Failure error={list.error} retry={() => void list.refetch()} />}
      {list.data && shown.length === 0 && (
        <p className={shared.empty}>
          {all.length === 0
            ? "Nobody has written yet. What comes through the contact form appears here."
            : `None of the newest ${all.length} is in this state.`}
        </p>
      )}
      <ol className={styles.list}>
        {shown.map((message, index) => (
          <Message
            key={message.key}
            message={message}
            isActive={message === current}
            onFocus={() => setActive(index)}
          />
        ))}
      </ol>
      {list.hasNextPage && (
        <Button
          variant="quiet"
          pending={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          Show older messages
        </Button>
      )}
    </>
  );
}

type MessageProps = { message: MessageView; isActive: boolean; onFocus: () => void };

function Message({ message, isActive, onFocus }: MessageProps) {
  const { subject, name, email, at, state, reason } = message;
  const { label, tone } = STATES[state];
  return (
    <li
      className={styles.message}
      data-active={isActive || undefined}
      aria-current={isActive || undefined}
      onFocus={onFocus}
    >
      <div className={styles.about}>
        <h2>{subject}</h2>
        <p>
          {name}, <a href={`mailto:${encodeURIComponent(email)}`}>{email}</a>
        </p>
        <p>
          <time dateTime={new Date(at).toISOString()}>{instant(at)}</time>
        </p>
        <Tag {...(tone && { tone })}>{label}</Tag>
        {reason && <p>{reason}</p>}
      </div>
      <div className={styles.words}>
        <p>{message.message}</p>
        {state === "undeliverable" && (
          <div className={shared.ways}>
            <Change message={message} action="mark-handled">
              Mark as handled
            </Change>
            <Change message={message} action="send-again">
              Send on again
            </Change>
          </div>
        )}
      </div>
    </li>
  );
}

type ChangeProps = { message: MessageView; action: MessageAction; children: string };

function Change({ message, action, children }: ChangeProps) {
  return (
    <Button
      variant="quiet"
      className={shared.small}
      aria-label={`${children}: ${message.subject}`}
      onClick={() => void changed(message, action)}
    >
      {children}
    </Button>
  );
}

async function changed({ key }: MessageView, action: MessageAction) {
  const path = `/messages/${encodeURIComponent(key)}`;
  const reply = await act<MessageView>(path, { method: "PUT", value: { action } });
  notify(reply.notice);
}
