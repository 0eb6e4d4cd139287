import type { InboxCounts, MessageView } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { inboxPath, pagesQuery } from "@/console/parts/use-pages";
import { isUnanswered, queries } from "@/console/server";
import styles from "./shell.module.css";

/** How long a count stands before moving to another screen fetches it again, in milliseconds. */
const FRESH_MS = 60_000;

/** A page of any of the lists. */
type Page = {
  readonly next: string | null;
  readonly counts?: InboxCounts;
  readonly pairs?: readonly unknown[];
  readonly messages?: readonly MessageView[];
};

/** The lists, as the screens first show them: whoever opens one has it already. */
const LISTS = {
  // Its address has the end of the day in it.
  inbox: () => pagesQuery<Page>(inboxPath()),
  duplicates: () => pagesQuery<Page>("/duplicates?state=open"),
  messages: () => pagesQuery<Page>("/messages/search", { owner: "", search: "" }),
};

export type Counted = keyof typeof LISTS;

/** How many things wait on a screen; "50+" if there are more pages. */
export function Count({ of }: { of: Counted }) {
  const { pathname } = useLocation();
  return <Waiting key={pathname} of={of} />;
}

/** It is fetched on the way from one screen to another, so that no command waits for it. */
function Waiting({ of }: { of: Counted }) {
  const { data } = useInfiniteQuery({ ...LISTS[of](), enabled: false });
  useEffect(() => {
    void queries.prefetchInfiniteQuery({ ...LISTS[of](), staleTime: FRESH_MS });
  }, [of]);
  const shown = data && waitingOn(data.pages);
  if (!shown) return null;
  return (
    <>
      <span className="visually-hidden">{shown} waiting</span>
      <b className={styles.count} data-hot={of === "inbox" || undefined} aria-hidden="true">
        {shown}
      </b>
    </>
  );
}

/** How many things wait on these pages, as text; empty for none. */
function waitingOn(pages: readonly Page[]): string {
  const counts = pages.at(-1)?.counts;
  const number = counts
    ? counts.overdue + counts.today + counts.new + counts.waiting
    : pages.flatMap(({ pairs, messages }) => pairs ?? messages?.filter(isUnanswered) ?? []).length;
  return number === 0 ? "" : `${number}${!counts && pages.at(-1)?.next ? "+" : ""}`;
}
