import type { Page as Referrals } from "@bindings";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchJson } from "@/console/server";

/**
 * A list that is fetched page by page. If there are filters in `body`, they are sent in the body,
 * because proxies log addresses.
 */
export function usePages<Page extends { next: string | null }>(
  path: string,
  narrowed?: Readonly<Record<string, string | number | readonly string[]>>,
) {
  const list = useInfiniteQuery({
    queryKey: [path, narrowed],
    queryFn: ({ pageParam: after }) =>
      narrowed
        ? fetchJson<Page>(path, { method: "POST", value: { ...narrowed, ...(after && { after }) } })
        : fetchJson<Page>(partOf(path, after)),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const data = useKept(list.data);
  return { ...list, data, pages: data?.pages ?? [] };
}

/** A list of referrals. */
export function useReferrals(query: Readonly<Record<string, string | number>>) {
  const list = usePages<Referrals>("/referrals/search", query);
  return { ...list, referrals: list.pages.flatMap(({ referrals }) => referrals) };
}

/** Keeps the last data while other data is fetched or cannot be fetched. */
function useKept<T>(data: T | undefined): T | undefined {
  const [kept, setKept] = useState(data);
  if (data !== undefined && data !== kept) setKept(data);
  return data ?? kept;
}

/** The address of the next page. */
function partOf(path: string, after: string): string {
  if (!after) return path;
  return `${path}${path.includes("?") ? "&" : "?"}after=${encodeURIComponent(after)}`;
}
