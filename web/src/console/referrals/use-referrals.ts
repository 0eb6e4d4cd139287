import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { Page } from "@bindings";
import { ask } from "@/console/server";
import type { StaffReferral } from "@/console/types";

type StaffPage = Omit<Page, "referrals"> & { referrals: StaffReferral[] };

/** A list of referrals, part by part. A search goes in the body, where no proxy logs it. */
export function useReferrals(query: Readonly<Record<string, string | number>>) {
  const list = useInfiniteQuery({
    queryKey: ["referrals", query],
    queryFn: ({ pageParam }) =>
      ask<StaffPage>("/referrals/search", {
        method: "POST",
        value: { ...query, ...(pageParam && { after: pageParam }) },
      }),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    // What is shown stays while something else is asked for, and when an answer does not come.
    placeholderData: keepPreviousData,
  });
  return { ...list, referrals: list.data?.pages.flatMap(({ referrals }) => referrals) ?? [] };
}
