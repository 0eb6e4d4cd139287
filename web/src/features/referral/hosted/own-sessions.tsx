import type { SessionEntry, Sessions } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { Tag } from "@/components/tag/tag";
import * as words from "@/content/generated/words/hosted";
import type { HostedActions, HostedState } from "@/programme/programme";
import { deviceIn } from "../in-language";
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
  const said = error ? noticeOf(error).description : data ? ended : words.loading;

  async function end(session: SessionEntry) {
    if (await notifyFailure(actions.endSession(session.key))) return;
    // The focused button has disappeared with its entry.
    summary.current?.focus();
    await refetch();
    setEnded(words.loggedOut({ device: nameOf(session) }));
  }

  return (
    <Section title={words.logins} explanation={words.loginsLead}>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary ref={summary}>{words.loginsShow}</summary>
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
      <Fact name={words.loggedIn}>
        <Time at={session.begunAt} />
      </Fact>
      <Fact name={words.lastUsed}>
        <Time at={session.usedAt} />
      </Fact>
    </>
  );
  return (
    <Entry
      title={nameOf(session)}
      tag={session.current && <Tag>{words.thisLogin}</Tag>}
      facts={facts}
    >
      {!session.current && (
        <Button variant="quiet" onClick={onEnd}>
          {words.logOut}
          <span className="visually-hidden"> {nameOf(session)}</span>
        </Button>
      )}
    </Entry>
  );
}

function nameOf({ device }: SessionEntry): string {
  return deviceIn(device ?? words.unknownDevice);
}

/** Logs out on every device, because one of them may be lost. */
export function LogoutEverywhere({ actions }: { actions: HostedActions }) {
  return (
    <Button variant="quiet" onClick={() => void notifyFailure(actions.logoutEverywhere())}>
      {words.logoutEverywhere}
    </Button>
  );
}
