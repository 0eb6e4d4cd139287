import type { HistoryEntry, ReferralView } from "@bindings";
import { useCallback, useState } from "react";
import { Tag } from "@/components/tag/tag";
import type { HostedActions } from "@/programme/programme";
import { Time } from "../section";
import styles from "../referral.module.css";

/** Renders the history of a referral below its data. */
export function useHistory(actions: HostedActions) {
  return useCallback(
    (view: ReferralView) => {
      const { status, points } = view.referral;
      // A change makes the fetched history outdated, so the component is mounted anew.
      return <History key={`${status} ${points}`} view={view} actions={actions} />;
    },
    [actions],
  );
}

/** Who changed a referral and when. It is fetched when it is opened. */
function History({ view, actions }: { view: ReferralView; actions: HostedActions }) {
  const [entries, setEntries] = useState<readonly HistoryEntry[]>();
  const [trouble, setTrouble] = useState<string>();

  async function load() {
    const answer = await actions.history(view.key);
    if (answer.outcome === "accepted") setEntries(answer.value);
    setTrouble(answer.outcome === "accepted" ? undefined : answer.notice.description);
  }

  return (
    <details onToggle={({ currentTarget }) => void (currentTarget.open && !entries && load())}>
      <summary>
        History<span className="visually-hidden"> of {view.referral.referredName}</span>
      </summary>
      <div aria-live="polite">
        {entries ? (
          <ol className={styles.changes}>
            {entries.map((entry) => (
              <Change key={`${entry.at} ${entry.points}`} entry={entry} />
            ))}
          </ol>
        ) : (
          <p>{trouble ?? "Loading…"}</p>
        )}
      </div>
    </details>
  );
}

function Change({ entry: { at, by, status, tone, points } }: { entry: HistoryEntry }) {
  return (
    <li className={styles.change}>
      <Time at={at} />
      <span>
        <bdi>{by}</bdi>: <Tag tone={tone}>{status}</Tag> with {points.toLocaleString()}{" "}
        {points === 1 ? "point" : "points"}
      </span>
    </li>
  );
}
