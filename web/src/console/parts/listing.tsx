import type { ReactNode } from "react";
import { Button } from "@/components/button/button";
import { Notice } from "@/components/notice/notice";
import { SmallButton } from "./buttons";
import { noticeOf } from "@/api/requests";
import styles from "@/console/console.module.css";

/** What was fetched, or why it was not. */
type Fetched = { readonly error: Error | null; readonly refetch: () => unknown };

/** Shows why a request failed, if it did, beside the data that was shown before. */
export function Failure({ of: { error, refetch } }: { of: Fetched }) {
  if (!error) return null;
  return (
    <Notice notice={noticeOf(error)}>
      <SmallButton variant="primary" onClick={() => void refetch()}>
        Try again
      </SmallButton>
    </Notice>
  );
}

type Props = {
  list: Fetched & {
    readonly data: unknown;
    readonly hasNextPage?: boolean;
    readonly isFetchingNextPage?: boolean;
    readonly fetchNextPage?: () => unknown;
  };
  count: number;
  /** The text if there is nothing in the list. */
  empty: string;
  /** The label of the button that fetches the next page. */
  more?: string;
  /** The list, which is shown if there is something in it. */
  children: ReactNode;
};

/** A fetched list, with the texts if it failed or is empty, and the button for its next page. */
export function Listing({ list, count, empty, more, children }: Props) {
  return (
    <>
      <Failure of={list} />
      {list.data === undefined && !list.error && <p className={styles.loading}>Loading…</p>}
      {list.data !== undefined && count === 0 && <p className={styles.empty}>{empty}</p>}
      {count > 0 && children}
      {more && list.hasNextPage && (
        <Button
          variant="quiet"
          pending={list.isFetchingNextPage ?? false}
          onClick={() => void list.fetchNextPage?.()}
        >
          {more}
        </Button>
      )}
    </>
  );
}
