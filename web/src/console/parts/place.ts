/** One's place in a list: the referral that was opened from it, to come back to. */
import { useEffect } from "react";
import type { Page } from "@bindings";
import { fetchJson } from "@/console/server";
import { pageUrl } from "./use-pages";

/** The list that a referral was opened from, in the router's state. */
export type From = {
  /** The keys of the referrals that were fetched. */
  readonly keys: readonly string[];
  /** The address of the list. */
  readonly back: string;
  /** Which list it is, if there are several at that address. */
  readonly column?: string;
  /** How many there are, if known. */
  readonly total?: number | undefined;
  /** Where the list goes on, if it does. */
  readonly next?: Next | undefined;
  /** Which triage has led to the referral, if one has just done so. */
  readonly after?: number | undefined;
};

/** The next page of a list: its path, its filters, and the cursor. */
type Next = {
  readonly path: string;
  readonly body?: Readonly<Record<string, string | number>> | undefined;
  readonly after: string;
};

/** Where the next page of a list is, if there is one. */
export function nextOf(
  { path, body }: Pick<Next, "path" | "body">,
  pages: readonly { readonly next: string | null }[],
): Next | undefined {
  const after = pages.at(-1)?.next;
  return after ? { path, body, after } : undefined;
}

/** The same list with its next page. */
export async function withNextPage(from: From): Promise<From> {
  if (!from.next) return from;
  const { path, body, after } = from.next;
  const page = body
    ? await fetchJson<Pick<Page, "referrals" | "next">>(path, {
        method: "POST",
        value: { ...body, after },
      })
    : await fetchJson<Pick<Page, "referrals" | "next">>(pageUrl(path, after));
  const known = new Set(from.keys);
  const more = page.referrals.map(({ key }) => key).filter((key) => !known.has(key));
  return {
    ...from,
    keys: [...from.keys, ...more],
    next: page.next ? { path, body, after: page.next } : undefined,
  };
}

let last: { readonly from: From; readonly key: string } | undefined;

/** Remembers that a referral of a list is on the screen. */
export function rememberPlace(from: From, key: string) {
  last = { from, key };
}

type List = {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly fetchNextPage: () => unknown;
};

/**
 * Shows the referral that was open before, when its list comes back: with `show`, by its index. The
 * pages before it are fetched. If it is not in the list any more, it is the one that followed.
 */
export function useReturn({ back, column, keys }: From, list: List, show: (index: number) => void) {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  useEffect(() => {
    if (!last || keys.length === 0) return;
    const { from, key } = last;
    if (from.back !== back || from.column !== column) return;
    const at = from.keys.indexOf(key);
    if (keys.length <= at && hasNextPage) {
      if (!isFetchingNextPage) void fetchNextPage();
      return;
    }
    last = undefined;
    const nearest = [...from.keys.slice(at), ...from.keys.slice(0, Math.max(0, at)).toReversed()];
    const found = nearest.map((one) => keys.indexOf(one)).find((index) => index >= 0);
    if (found !== undefined) show(found);
  });
}

/** Focuses an element as soon as it is there: rows are rendered after a list was scrolled. */
export function focusSoon(find: () => HTMLElement | null | undefined, tries = 20) {
  requestAnimationFrame(() => {
    const element = find();
    if (element) element.focus();
    else if (tries > 0) focusSoon(find, tries - 1);
  });
}
