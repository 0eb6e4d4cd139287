import type { Balance } from "@bindings";
import { formatDate } from "@/console/parts/formats";
import { useRewards } from "@/console/parts/suggestion";
import styles from "./referral.module.css";

/** Which rulebook holds for a referral, and what it has earned; nothing if none holds. */
export function Earned({ referralKey }: { referralKey: string }) {
  const { data } = useRewards(referralKey);
  if (!data || (data.version === 0 && data.entries.length === 0)) return null;
  const { version, referrer, referred } = data;
  return (
    <div>
      <dt>Earned</dt>
      <dd>
        {inWords(referrer)}
        {referred.points !== 0 && (
          <span className={styles.before}>The person who was referred: {inWords(referred)}</span>
        )}
        <span className={styles.before}>
          {version === 0
            ? "No rulebook held when it was submitted"
            : `By rulebook ${version}, which held when it was submitted`}
        </span>
      </dd>
    </div>
  );
}

function inWords({ points, onHold }: Balance): string {
  const held = onHold.map((it) => `${it.points} on hold until ${formatDate(it.until)}`);
  return [`${points} points`, ...held].join(", ");
}
