/** The rulebook, as owners read and change it. */
import type { Rule, Rulebooks, RulebookTrial, RulebookView } from "@bindings";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { fetchJson, queries, sendWrite } from "@/console/server";

/** The versions of the rulebook. */
export function useRulebooks() {
  return useQuery({
    queryKey: ["rulebooks"],
    queryFn: () => fetchJson<Rulebooks>("/rulebooks"),
  });
}

/** The newest version that was fetched. */
export const newestRulebook = () => queries.getQueryData<Rulebooks>(["rulebooks"])?.newest;

/** What is wrong with these rules, and what the last 90 days would have cost under them. */
export function useTrial(rules: readonly Rule[]) {
  const value = { version: 0, rules };
  return useQuery({
    queryKey: ["rulebook-trial", rules],
    placeholderData: keepPreviousData,
    queryFn: () => fetchJson<RulebookTrial>("/rulebooks/trial", { method: "POST", value }),
  });
}

/** Publishes rules, unless somebody else has published others since this version. */
export function publishRulebook(version: number, rules: readonly Rule[]) {
  return sendWrite<RulebookView>("/rulebooks", { method: "PUT", value: { version, rules } });
}
