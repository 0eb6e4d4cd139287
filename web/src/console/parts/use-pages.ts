import type { InboxSection, InboxWhose, Page as Referrals } from "@bindings";
import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchJson } from "@/console/server";

type Body = Readonly<Record<string, string | number | readonly string[]>>;

/**
 * The query for a list that is fetched page by page. If there are filters in `body`, they are sent
 * in the body, because proxies log addresses.
 */
export function pagesQuery<Page extends { next: string | null }>(path: string, body?: Body) {
  return infiniteQueryOptions({
    queryKey: [path, body],
    queryFn: ({ pageParam: after }) =>
      body
        ? fetchJson<Page>(path, { method: "POST", value: { ...body, ...(after && { after }) } })
        : fetchJson<Page>(pageUrl(path, after)),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}

/** A list that is fetched page by page. */
export function usePages<Page extends { next: string | null }>(path: string, body?: Body) {
  const list = useInfiniteQuery(pagesQuery<Page>(path, body));
  const data = useLatestData(list.data);
  return { ...list, data, pages: data?.pages ?? [] };
}

/** A list of referrals. */
export function useReferrals(query: Readonly<Record<string, string | number>>) {
  const list = usePages<Referrals>("/referrals/search", query);
  return { ...list, referrals: list.pages.flatMap(({ referrals }) => referrals) };
}

/** Keeps the last data while other data is fetched or cannot be fetched. */
function useLatestData<T>(data: T | undefined): T | undefined {
  const [latest, setLatest] = useState(data);
  if (data !== undefined && data !== latest) setLatest(data);
  return data ?? latest;
}

/** The address of the next page. */
export function pageUrl(path: string, after: string): string {
  if (!after) return path;
  return `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`;
}

type Part = { readonly section?: InboxSection | undefined; readonly whose?: InboxWhose };

/** The path of a part of the inbox; by default of the first section that has something. */
export function inboxPath({ section, whose = "mine" }: Part = {}): string {
  const midnight = new Date();
  midnight.setHours(24, 0, 0, 0);
  const query = new URLSearchParams({ whose, dayEnds: String(midnight.getTime()) });
  if (section) query.set("section", section);
  return `/inbox?${query.toString()}`;
}
