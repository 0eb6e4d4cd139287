import type { Balance, ReferralRewards } from "@bindings";
import { Link } from "react-router-dom";
import { formatDate } from "@/console/parts/formats";
import { rivalSentence, useRewards } from "@/console/parts/suggestion";
import { referralPath } from "@/console/server";
import styles from "./referral.module.css";

/** What a referral has earned by which rulebook, if one holds; and another of the same person, if there is one. */
export function Rewards({ referralKey }: { referralKey: string }) {
  const { data } = useRewards(referralKey);
  if (!data) return null;
  return (
    <>
      {(data.version !== 0 || data.entries.length !== 0) && <Earned {...data} />}
      {data.rival && (
        <div>
          <dt>Same number</dt>
          <dd>
            {rivalSentence(data.rival)}{" "}
            <Link to={referralPath(data.rival)}>The other referral</Link>
          </dd>
        </div>
      )}
    </>
  );
}

function Earned({ version, referrer, referred }: ReferralRewards) {
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
