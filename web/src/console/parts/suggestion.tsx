import type { ReferralRewards } from "@bindings";
import { useQuery } from "@tanstack/react-query";
import { fetchJson, referralPath } from "@/console/server";

/** What a referral has earned, and what an award would be made by. */
export function useRewards(key: string, enabled = true) {
  return useQuery({
    queryKey: ["rewards", key],
    enabled,
    queryFn: () => fetchJson<ReferralRewards>(`${referralPath({ key })}/rewards`),
  });
}

/** What the rulebook gives for a referral, and why. */
export function Suggestion({
  of: { version, suggested, lines, rivalAwarded },
}: {
  of: ReferralRewards;
}) {
  if (suggested === null) return null;
  return (
    <output>
      Rulebook {version} gives {suggested} points for this referral.
      {rivalAwarded && " Another referral of the same person has been awarded."}
      <ul>
        {lines.map(({ rule, sentence, cuts }) => (
          <li key={rule}>{[sentence, ...cuts].join(" ")}</li>
        ))}
      </ul>
    </output>
  );
}
