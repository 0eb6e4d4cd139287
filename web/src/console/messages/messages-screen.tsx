import type { MessageRequest, Messages, MessageState, MessageView } from "@bindings";
import { useState } from "react";
import { classNames } from "@/components/class-names";
import { SelectField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { useKeys } from "@/console/keys";
import { ActionButton, SmallButton, useAction } from "@/console/parts/buttons";
import { FilterRow, Search } from "@/console/parts/filters";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Listing } from "@/console/parts/listing";
import { SavedViews } from "@/console/parts/saved-views";
import { useFilters } from "@/console/parts/use-filters";
import { usePages } from "@/console/parts/use-pages";
import { staffName, DateTime } from "@/console/parts/formats";
import type { ScreenProps } from "@/console/server";
import { isUnanswered, may, sendWrite, useColleagues } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./messages.module.css";

type StateWords = { label: string; tone?: "green" | "yellow" | "red" };

const STATES: Record<MessageState, StateWords> = {
  received: { label: "Received" },
  waiting: { label: "Waiting to be forwarded", tone: "yellow" },
  undeliverable: { label: "Could not be forwarded", tone: "red" },
  forwarded: { label: "Forwarded", tone: "green" },
  handled: { label: "Handled", tone: "green" },
};

const OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

/** The contact messages, newest first. */
export default function MessagesScreen({ viewer }: ScreenProps) {
  const own = viewer.staff?.id ?? "";
  const mayAnswer = may(viewer, "messages");
  const filters = useFilters();
  const [state, owner, search] = [filters.get("state"), filters.get("owner"), filters.get("q")];
  const list = usePages<Messages>("/messages/search", { ...(state && { state }), owner, search });
  const messages = list.pages.flatMap((page) => page.messages);
  const assignees = useMessageStaff();
  const [active, setActive] = useState(0);
  const [assigning, setAssigning] = useState<MessageView>();
  const [, run] = useAction();
  const current = messages[Math.min(active, messages.length - 1)];
  // If somebody else has changed the message in the meantime, the dialog shows its new state.
  const latest = messages.find(({ key }) => key === assigning?.key) ?? assigning;

  /** Runs an action on the current message, if it is available. */
  const runOnCurrent = (value: MessageRequest, isPossible: (of: MessageView) => boolean) => {
    if (!current || !isPossible(current)) return;
    run(() => change(current, value), `${current.key} ${value.action}`);
  };

  const step = (by: number) =>
    setActive((at) => Math.max(0, Math.min(messages.length - 1, at + by)));
  useKeys({
    j: ["Next message", () => step(1)],
    k: ["Previous message", () => step(-1)],
    ...(mayAnswer && {
      e: [
        "Assign to me",
        () => runOnCurrent({ action: "assign", staff: own }, isUnassigned),
      ] as const,
      a: ["Assign it", () => setAssigning(current)] as const,
      h: [
        "Mark it as handled",
        () => runOnCurrent({ action: "mark-handled" }, isUnanswered),
      ] as const,
      s: ["Forward it again", () => runOnCurrent({ action: "send-again" }, isUndelivered)] as const,
    }),
  });

  return (
    <>
      <title>Messages – Console</title>
      <h1>Messages</h1>
      <SavedViews />
      <FilterRow
        filters={[
          { name: "state", label: "State", options: OPTIONS },
          {
            name: "owner",
            label: "Responsible",
            options: [
              { value: own, label: "Me" },
              { value: "none", label: "Nobody" },
              ...assignees.filter(({ value }) => value !== own),
            ],
          },
        ]}
      >
        <Search label="Name, number or words" ofReferrals={false} />
      </FilterRow>
      <Listing
        list={list}
        count={messages.length}
        empty={
          filters.hasAny
            ? "No message matches. Change or clear the filters."
            : "No messages yet. They arrive through the contact form."
        }
        more="Show older messages"
      >
        <ol className={styles.list}>
          {messages.map((message, index) => (
            <Message
              key={message.key}
              message={message}
              isActive={message === current}
              onFocus={() => setActive(index)}
              own={own}
              mayAnswer={mayAnswer}
              onAssign={() => setAssigning(message)}
            />
          ))}
        </ol>
      </Listing>
      {latest && (
        <FormDialog
          title={`Assign: ${latest.subject}`}
          explanation="Who answers it?"
          button="Assign"
          initial={{ staff: latest.owner ?? "" }}
          deliver={({ staff }) => change(latest, { action: "assign", staff })}
          onClose={() => setAssigning(undefined)}
        >
          {(field) => (
            <SelectField
              label="Responsible"
              options={[{ value: "", label: "Nobody" }, ...assignees]}
              {...field("staff")}
            />
          )}
        </FormDialog>
      )}
    </>
  );
}

/** The staff who may work on messages. */
function useMessageStaff() {
  const { data: colleagues } = useColleagues();
  return (colleagues ?? [])
    .filter(({ permissions }) => permissions.includes("messages"))
    .map(({ id, name }) => ({ value: id, label: name }));
}

const isUnassigned = ({ owner }: MessageView) => !owner;
const isUndelivered = ({ state }: MessageView) => state === "undeliverable";

/** How to answer. What came by a link that does not work has a number in place of an email. */
const answerTo = (email: string) =>
  email.includes("@")
    ? `mailto:${encodeURIComponent(email)}`
    : `tel:${email.replaceAll(/[^+\d]/g, "")}`;

type MessageProps = {
  message: MessageView;
  isActive: boolean;
  onFocus: () => void;
  /** The id of the user. */
  own: string;
  mayAnswer: boolean;
  onAssign: () => void;
};

function Message({ message, isActive, onFocus, own, mayAnswer, onAssign }: MessageProps) {
  const { subject, name, email, at, state, reason, owner } = message;
  const { data: colleagues } = useColleagues();
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
          {name}, <a href={answerTo(email)}>{email}</a>
        </p>
        <p>
          <DateTime at={at} />
        </p>
        <Tag {...(tone && { tone })}>{label}</Tag>
        <p>Responsible: {staffName(owner ?? undefined, colleagues)}</p>
        {reason && <p>{reason}</p>}
      </div>
      <div className={styles.words}>
        <p>{message.message}</p>
        {mayAnswer && <Actions message={message} own={own} onAssign={onAssign} />}
      </div>
    </li>
  );
}

type ActionsProps = Pick<MessageProps, "message" | "own" | "onAssign">;

function Actions({ message, own, onAssign }: ActionsProps) {
  const { subject, owner } = message;
  return (
    <div className={classNames(shared.actions, shared.onHover)}>
      {!owner && (
        <ActionButton
          aria-label={`Assign to me: ${subject}`}
          action={() => change(message, { action: "assign", staff: own })}
        >
          Assign to me
        </ActionButton>
      )}
      <SmallButton aria-label={`Assign…: ${subject}`} onClick={onAssign}>
        Assign…
      </SmallButton>
      {isUnanswered(message) && (
        <ActionButton
          aria-label={`Mark as handled: ${subject}`}
          action={() => change(message, { action: "mark-handled" })}
        >
          Mark as handled
        </ActionButton>
      )}
      {isUndelivered(message) && (
        <ActionButton
          aria-label={`Forward again: ${subject}`}
          action={() => change(message, { action: "send-again" })}
        >
          Forward again
        </ActionButton>
      )}
    </div>
  );
}

/** Assigns the message, unless it has another owner than the one that was shown. */
function change({ key, owner }: MessageView, request: MessageRequest) {
  const value = request.action === "assign" ? { ...request, shown: owner ?? "" } : request;
  return sendWrite<MessageView>(`/messages/${encodeURIComponent(key)}`, { method: "PUT", value });
}
