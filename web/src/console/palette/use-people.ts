import type { HostedReferral, Page } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { SEARCH_PAUSE_MS } from "@/console/parts/filters";
import { fetchJson } from "@/console/server";

/** How many people the palette shows. */
const PEOPLE_MAX = 8;

/**
 * The referrals that the list of referrals finds for this text. While a newer text is searched, of
 * the last answer only what matches it by its letters or digits.
 */
export function usePeople(typed: string) {
  const [text, setText] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setText(typed), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isPlaceholderData } = useQuery({
    queryKey: ["find", text],
    enabled: text !== "",
    queryFn: () => {
      const value = { search: text, limit: PEOPLE_MAX };
      return fetchJson<Page>("/referrals/search", { method: "POST", value });
    },
    placeholderData: keepPreviousData,
  });
  const isCurrent = text === typed && !isPlaceholderData;
  const found = typed === "" ? [] : (data?.referrals ?? []);
  return {
    people: isCurrent ? found : found.filter((referral) => contains(referral, typed)),
    /** Whether it shows only the first ones. */
    hasMore: isCurrent && typed !== "" && Boolean(data?.next),
    isSearching: typed !== "" && !error && !(isCurrent && data),
    error: typed === "" ? null : error,
  };
}

function contains({ referral, referredShown }: HostedReferral, text: string): boolean {
  const digits = text.replaceAll(/\D/g, "");
  if (digits) return referredShown.replaceAll(/\D/g, "").includes(digits);
  return referral.referredName.toLowerCase().includes(text.toLowerCase());
}
