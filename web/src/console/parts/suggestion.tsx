import type { ReferralRewards, RivalView } from "@bindings";
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

/** What the rulebook gives for a referral, and why; and that there is another of the same person. */
export function Suggestion({ of: { version, suggested, lines, rival } }: { of: ReferralRewards }) {
  if (suggested === null && rival === null) return null;
  return (
    <output>
      {suggested !== null && `Rulebook ${version} gives ${suggested} points for this referral. `}
      {rival && rivalSentence(rival)}
      <ul>
        {lines.map(({ rule, sentence, cuts }) => (
          <li key={rule}>{[sentence, ...cuts].join(" ")}</li>
        ))}
      </ul>
    </output>
  );
}

/** Why another referral of the same person matters to whoever awards this one. */
export function rivalSentence({ isAwarded }: RivalView): string {
  return isAwarded
    ? "Another referral of the same person has been awarded."
    : "Another referral was submitted with this number and has another one now. The referrer of this one has worked on it.";
}
