/** The referrals that are shown: the first pages of the list on the server. */
import type { HostedReferral, Page } from "@bindings";
import type { InfiniteData, InfiniteQueryObserverOptions, QueryKey } from "@tanstack/react-query";
import type { Client } from "@/api/client";

export type Pages = InfiniteData<Page, string>;

/** The query for the list of the user with this number. */
export function listQuery(
  client: Client,
  user: string | undefined,
): InfiniteQueryObserverOptions<Page, Error, Pages, QueryKey, string> {
  return {
    queryKey: ["list", user],
    enabled: user !== undefined,
    queryFn: ({ pageParam: after }) =>
      client.fetchJson<Page>(
        `/referrals?${new URLSearchParams({ own: "true", ...(after && { after }) })}`,
      ),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  };
}

/**
 * Each referral once, even if a newer one has pushed it onto the next page. Its day is written in the
 * format of the visitor's locale, which the server does not know.
 */
export function referralsOn(pages: readonly Page[]): readonly HostedReferral[] {
  const views = pages.flatMap(({ referrals }) => referrals);
  return [...new Map(views.map((view) => [view.key, inLocale(view)])).values()];
}

function inLocale(view: HostedReferral): HostedReferral {
  const { referral } = view;
  return { ...view, referral: { ...referral, date: new Date(referral.id).toLocaleDateString() } };
}
