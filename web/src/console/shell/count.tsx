import type { MessageView } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useLocation } from "react-router-dom";
import { pagesQuery } from "@/console/parts/use-pages";
import { queries } from "@/console/server";
import styles from "./shell.module.css";

/** How long a count stands before moving to another screen fetches it again, in milliseconds. */
const FRESH_MS = 60_000;

/** A page of any of the lists. */
type Page = {
  readonly next: string | null;
  readonly referrals?: readonly unknown[];
  readonly pairs?: readonly unknown[];
  readonly messages?: readonly MessageView[];
};

/** The lists, as the screens first show them: whoever opens one has it already. */
const LISTS = {
  inbox: pagesQuery<Page>("/inbox"),
  duplicates: pagesQuery<Page>("/duplicates?state=open"),
  messages: pagesQuery<Page>("/messages/search", { owner: "", search: "" }),
};

export type Counted = keyof typeof LISTS;

/** How many things wait on a screen; "50+" if there are more pages. */
export function Count({ of }: { of: Counted }) {
  const { pathname } = useLocation();
  return <Waiting key={pathname} of={of} />;
}

/** It is fetched on the way from one screen to another, so that no command waits for it. */
function Waiting({ of }: { of: Counted }) {
  const { data } = useInfiniteQuery({ ...LISTS[of], enabled: false });
  useEffect(() => {
    void queries.prefetchInfiniteQuery({ ...LISTS[of], staleTime: FRESH_MS });
  }, [of]);
  const number = data?.pages.reduce((sum, page) => sum + waitingOn(page), 0) ?? 0;
  if (number === 0) return null;
  const shown = `${number}${data?.pages.at(-1)?.next ? "+" : ""}`;
  return (
    <>
      <span className="visually-hidden">{shown} waiting</span>
      <b className={styles.count} data-hot={of === "inbox" || undefined} aria-hidden="true">
        {shown}
      </b>
    </>
  );
}

function waitingOn({ referrals, pairs, messages }: Page): number {
  const open = messages?.filter(({ state }) => state !== "forwarded" && state !== "handled");
  return (referrals ?? pairs ?? open ?? []).length;
}
