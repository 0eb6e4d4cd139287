import type { SessionEntry, Sessions } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import type { HostedActions, HostedState } from "@/programme/programme";
import { notifyFailure } from "../programme";
import { Entry, Fact, Section, Time } from "../section";
import styles from "../referral.module.css";

/** The user's sessions. They are fetched when the list is opened. */
export function OwnSessions({ client, actions }: Pick<HostedState, "client" | "actions">) {
  const summary = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(false);
  const [ended, setEnded] = useState("");
  const { data, error, refetch } = useQuery(
    {
      queryKey: ["sessions"],
      queryFn: () => client.fetchJson<Sessions>("/sessions"),
      enabled: open,
    },
    client.queries,
  );
  const said = error ? noticeOf(error).description : data ? ended : "Loading…";

  async function end(session: SessionEntry) {
    if (await notifyFailure(actions.endSession(session.key))) return;
    // The focused button has disappeared with its entry.
    summary.current?.focus();
    await refetch();
    setEnded(`${nameOf(session)} was logged out.`);
  }

  return (
    <Section
      title="Your logins"
      explanation="If you do not recognise a device, log it out. A login ends automatically after twelve hours without use."
    >
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary}>Show where you are logged in</summary>
        <p aria-live="polite">{said}</p>
        {data && (
          <ul className={styles.list}>
            {data.sessions.map((session) => (
              <Session key={session.key} session={session} onEnd={() => void end(session)} />
            ))}
          </ul>
        )}
      </details>
    </Section>
  );
}

function Session({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const facts = (
    <>
      <Fact name="Logged in">
        <Time at={session.begunAt} />
      </Fact>
      <Fact name="Last used">
        <Time at={session.usedAt} />
      </Fact>
    </>
  );
  return (
    <Entry title={nameOf(session)} tag={session.current && <Tag>This login</Tag>} facts={facts}>
      {!session.current && (
        <Button variant="quiet" onClick={onEnd}>
          Log out<span className="visually-hidden"> {nameOf(session)}</span>
        </Button>
      )}
    </Entry>
  );
}

function nameOf({ device }: SessionEntry): string {
  return device ?? "Unknown device";
}

/** Logs out on every device, because one of them may be lost. */
export function LogoutEverywhere({ actions }: { actions: HostedActions }) {
  return (
    <Button variant="quiet" onClick={() => void notifyFailure(actions.logoutEverywhere())}>
      Log out everywhere
    </Button>
  );
}
