import type { SessionEntry } from "@bindings";
import { useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import type { HostedActions } from "@/programme/programme";
import { notifyFailure } from "../programme";
import { Entry, Fact, Section, Time } from "../section";
import styles from "../referral.module.css";

/** The user's sessions. They are fetched when the list is opened. */
export function OwnSessions({ actions }: { actions: HostedActions }) {
  const summary = useRef<HTMLElement>(null);
  const [sessions, setSessions] = useState<readonly SessionEntry[]>();
  const [said, setSaid] = useState("Loading…");

  async function load() {
    const answer = await actions.sessions();
    if (answer.outcome === "accepted") setSessions(answer.value.sessions);
    setSaid(answer.outcome === "accepted" ? "" : answer.notice.description);
  }

  async function end(session: SessionEntry) {
    if (await notifyFailure(actions.endSession(session.key))) return;
    // The focused button has disappeared with its entry.
    summary.current?.focus();
    await load();
    setSaid(`${nameOf(session)} was logged out.`);
  }

  return (
    <Section
      title="Your logins"
      explanation="If you do not recognise a device, log it out. A login ends automatically after twelve hours without use."
    >
      <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
        <summary ref={summary}>Show where you are logged in</summary>
        <p aria-live="polite">{said}</p>
        {sessions && (
          <ul className={styles.list}>
            {sessions.map((session) => (
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
