import type { Balance, RewardStatement } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import type { HostedState } from "@/programme/programme";
import { Section } from "../section";
import { Day, Statement } from "./statement";
import styles from "./your-points.module.css";

/** How many days on which points become available are named. The others are summed up. */
const DAYS_NAMED = 5;

/** What a member has in points, and how it came to that. */
export function YourPoints({ client }: Pick<HostedState, "client">) {
  const list = useInfiniteQuery(
    {
      queryKey: ["rewards"],
      queryFn: ({ pageParam: after }) =>
        client.fetchJson<RewardStatement>(
          `/me/rewards${after && `?${new URLSearchParams({ after }).toString()}`}`,
        ),
      initialPageParam: "",
      getNextPageParam: ({ next }) => next ?? undefined,
    },
    client.queries,
  );
  const pages = list.data?.pages ?? [];
  const newest = pages[0];
  const lines = pages.flatMap((page) => page.lines);

  return (
    <div className={styles.statement}>
      <Section
        title="Your points"
        beside={
          lines.length > 0 && (
            <Button variant="quiet" onClick={print}>
              Print
            </Button>
          )
        }
      >
        {newest ? (
          <>
            <Have balance={newest.balance} />
            {lines.length > 0 ? (
              <Statement
                lines={lines}
                before={pages.at(-1)?.before ?? 0}
                sum={newest.balance.points}
                more={
                  list.hasNextPage && (
                    <Button
                      variant="quiet"
                      pending={list.isFetchingNextPage}
                      onClick={() => void list.fetchNextPage()}
                    >
                      Show earlier lines
                    </Button>
                  )
                }
              />
            ) : (
              <p>
                You have no points yet. When a referral is successful, it appears here with what you
                earned.
              </p>
            )}
          </>
        ) : (
          <p aria-live="polite">{list.error ? noticeOf(list.error).description : "Loading…"}</p>
        )}
      </Section>
    </div>
  );
}

/** What is available, and what is on hold until when. */
function Have({ balance: { points, available, onHold } }: { balance: Balance }) {
  const named = onHold.slice(0, DAYS_NAMED);
  const later = onHold.slice(DAYS_NAMED).reduce((sum, it) => sum + it.points, 0);
  return (
    <>
      <p className={styles.available}>
        <strong>{available.toLocaleString()}</strong> {available === 1 ? "point" : "points"}{" "}
        available
      </p>
      {points < 0 && (
        <p>What was taken back is more than you have. The next points make up for it.</p>
      )}
      {onHold.length > 0 && (
        <>
          <p id="on-hold">On hold, and available by themselves from then on:</p>
          <ul aria-labelledby="on-hold" className={styles.held}>
            {named.map((held) => (
              <li key={held.until}>
                <b>{held.points.toLocaleString()}</b> until <Day at={held.until} />
              </li>
            ))}
            {later !== 0 && (
              <li>
                <b>{later.toLocaleString()}</b> until later
              </li>
            )}
          </ul>
        </>
      )}
    </>
  );
}

/** Prints the statement alone: the style sheet hides the rest while the document says so. */
function print() {
  const { dataset } = document.documentElement;
  dataset["print"] = "statement";
  // Not after the call, which some browsers return from before they have printed.
  addEventListener("afterprint", () => delete dataset["print"], { once: true });
  globalThis.print();
}
