import type { SessionEntry } from "@bindings";
import { useId, useRef, useState } from "react";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import { notify } from "@/components/toast/toasts";
import entry from "../referral-entry.module.css";
import list from "../referral-list.module.css";
import section from "../section.module.css";
import type { HostedActions } from "@/programme";

/** Where whoever is logged in is logged in as well, fetched when they want to know. */
export function OwnSessions({ actions }: { actions: HostedActions }) {
  const heading = useId();
  const summary = useRef<HTMLElement>(null);
  const [sessions, setSessions] = useState<readonly SessionEntry[]>();
  const [said, setSaid] = useState("Loading…");

  async function load() {
    const answer = await actions.sessions();
    if (answer.outcome === "accepted") setSessions(answer.value.sessions);
    setSaid(answer.outcome === "accepted" ? "" : answer.notice.description);
  }

  async function end(session: SessionEntry) {
    const failed = await actions.endSession(session.key);
    if (failed) {
      notify(failed.notice);
      return;
    }
    // Its button goes away, and the focus with it.
    summary.current?.focus();
    await load();
    setSaid(`${nameOf(session)} was logged out.`);
  }

  return (
    <section className={section.section} aria-labelledby={heading}>
      <h2 id={heading}>Your logins</h2>
      <p className={section.explanation}>
        If there is a device among them that you do not know, log it out. A login ends by itself
        after twelve hours without use.
      </p>
      <details onToggle={({ currentTarget }) => void (currentTarget.open && load())}>
        <summary ref={summary}>Show where you are logged in</summary>
        <p aria-live="polite">{said}</p>
        {sessions && (
          <ul className={list.list}>
            {sessions.map((session) => (
              <Session key={session.key} session={session} onEnd={() => void end(session)} />
            ))}
          </ul>
        )}
      </details>
    </section>
  );
}

function Session({ session, onEnd }: { session: SessionEntry; onEnd: () => void }) {
  const title = useId();
  return (
    <li className={entry.entry} aria-labelledby={title}>
      <div className={entry.head}>
        <h3 id={title}>{nameOf(session)}</h3>
        {session.current && <Tag>This login</Tag>}
      </div>
      <dl className={entry.facts}>
        <div>
          <dt>Logged in</dt>
          <dd>
            <Time at={session.begunAt} />
          </dd>
        </div>
        <div>
          <dt>Last used</dt>
          <dd>
            <Time at={session.usedAt} />
          </dd>
        </div>
      </dl>
      {!session.current && (
        <Button variant="quiet" onClick={onEnd}>
          Log out<span className="visually-hidden"> {nameOf(session)}</span>
        </Button>
      )}
    </li>
  );
}

function Time({ at }: { at: number }) {
  const when = new Date(at);
  return <time dateTime={when.toISOString()}>{when.toLocaleString()}</time>;
}

function nameOf({ device }: SessionEntry): string {
  return device ?? "Unknown device";
}
