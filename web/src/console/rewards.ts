/** What a referral's rulebook suggests, and what the referral has earned. */
import type { ReferralRewards } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { fetchJson, referralPath } from "./server";

/** What a referral has earned, and what an award would be made by. */
export function useRewards(key: string, enabled = true) {
  return useQuery({
    queryKey: ["rewards", key],
    enabled,
    queryFn: () => fetchJson<ReferralRewards>(`${referralPath({ key })}/rewards`),
  });
}
