import type { Page } from "@bindings";
import { usePages } from "@/console/parts/use-pages";

/** A list of referrals, fetched page by page. */
export function useReferrals(query: Readonly<Record<string, string | number>>) {
  const list = usePages<Page>("/referrals/search", query);
  return { ...list, referrals: list.pages.flatMap(({ referrals }) => referrals) };
}
