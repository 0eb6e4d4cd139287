import type { ReferralRewards } from "@bindings";

/** What the rulebook gives for a referral, and why. */
export function Suggestion({ of: { version, suggested, lines } }: { of: ReferralRewards }) {
  if (suggested === null) return null;
  return (
    <output>
      Rulebook {version} gives {suggested} points for this referral.
      <ul>
        {lines.map(({ rule, sentence, cuts }) => (
          <li key={rule}>{[sentence, ...cuts].join(" ")}</li>
        ))}
      </ul>
    </output>
  );
}
