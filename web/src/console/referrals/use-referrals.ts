import { useInfiniteQuery } from "@tanstack/react-query";
import type { Page } from "@bindings";
import { useKept } from "@/console/parts/use-pages";
import { ask } from "@/console/server";

/** A list of referrals, part by part. A search goes in the body, where no proxy logs it. */
export function useReferrals(query: Readonly<Record<string, string | number>>) {
  const list = useInfiniteQuery({
    queryKey: ["referrals", query],
    queryFn: ({ pageParam }) =>
      ask<Page>("/referrals/search", {
        method: "POST",
        value: { ...query, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const data = useKept(list.data);
  return { ...list, data, referrals: data?.pages.flatMap(({ referrals }) => referrals) ?? [] };
}
