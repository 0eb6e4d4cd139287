import type { RewardStatement } from "@bindings";
import { type ReactNode, useId } from "react";
import { useInfiniteQuery } from "@tanstack/react-query";
import { noticeOf } from "@/api/requests";
import { Button } from "@/components/button/button";
import { number } from "@/content/format";
import { loading } from "@/content/generated/words/hosted";
import * as words from "@/content/generated/words/points";
import type { HostedState } from "@/programme/programme";
import { Section } from "../section";
import { Day, Statement } from "./statement";
import styles from "./your-points.module.css";

/** How many days on which points become available, or expire, are named. The others are summed up. */
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
        title={words.yourPoints}
        beside={
          lines.length > 0 && (
            <Button variant="quiet" onClick={print}>
              {words.print}
            </Button>
          )
        }
      >
        {newest ? (
          <>
            <Have statement={newest} />
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
                      {words.earlierLines}
                    </Button>
                  )
                }
              />
            ) : (
              <p>{words.noneYet}</p>
            )}
          </>
        ) : (
          <p aria-live="polite">{list.error ? noticeOf(list.error).description : loading}</p>
        )}
      </Section>
    </div>
  );
}

/** What is available, what is on hold until when, and what expires when. */
function Have({ statement: { balance, expires } }: { statement: RewardStatement }) {
  const { points, available, onHold } = balance;
  return (
    <>
      <p className={styles.available}>
        {words.available({ points: available, number: <strong>{number(available)}</strong> })}
      </p>
      {Math.min(points, available) < 0 && <p>{words.belowZero}</p>}
      {onHold.length > 0 && (
        <Days
          title={words.onHold}
          said={words.heldUntil}
          later={words.heldLonger}
          days={onHold.map(({ until: at, points: held }) => ({ at, points: held }))}
        />
      )}
      {expires.length > 0 && (
        <Days
          title={words.willExpire}
          said={words.expiresOn}
          later={words.expiresLater}
          days={expires}
        />
      )}
    </>
  );
}

type DaysProps = {
  title: string;
  /** What is said of so many points and their day. */
  said: (held: { points: number; number: ReactNode; day: ReactNode }) => ReactNode;
  /** What is said of those whose days are not named. */
  later: (held: { number: ReactNode }) => ReactNode;
  /** The soonest first. */
  days: readonly { readonly at: number; readonly points: number }[];
};

/** Points by the day on which something becomes of them. */
function Days({ title, said, later, days }: DaysProps) {
  const id = useId();
  const others = days.slice(DAYS_NAMED).reduce((sum, it) => sum + it.points, 0);
  return (
    <>
      <p id={id}>{title}</p>
      <ul aria-labelledby={id} className={styles.held}>
        {days.slice(0, DAYS_NAMED).map(({ at, points }) => (
          <li key={at}>
            {said({ points, number: <b>{number(points)}</b>, day: <Day at={at} /> })}
          </li>
        ))}
        {others !== 0 && <li>{later({ number: <b>{number(others)}</b> })}</li>}
      </ul>
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
