import type { DuplicatePair, HostedReferral } from "@bindings";
import { Link } from "react-router-dom";
import { Tag } from "@/components/tag/tag";
import { correctableFields, formatDateTime, stageLabel } from "@/console/parts/formats";
import { useReasonLabel } from "@/console/programme";
import { referralPath } from "@/console/server";
import styles from "./duplicates.module.css";

/** Both referrals of a pair, side by side. */
export function Pair({ pair: { earlier, later } }: { pair: DuplicatePair }) {
  return (
    <div className={styles.pair}>
      <Side title="Earlier" referral={earlier} other={later} />
      <Side title="Later" referral={later} other={earlier} />
    </div>
  );
}

type SideProps = { title: string; referral: HostedReferral; other: HostedReferral };

/** One referral of a pair. What differs from the other is highlighted. */
function Side({ title, referral, other }: SideProps) {
  const reasonLabel = useReasonLabel();
  const facts = comparedFacts(referral, reasonLabel);
  const others = comparedFacts(other, reasonLabel);
  return (
    <section>
      <h2>{title}</h2>
      <p className={styles.name}>
        <Link to={referralPath(referral)}>{referral.referral.referredName}</Link>
        <Tag tone={referral.tone}>{stageLabel(referral.progress.stage)}</Tag>
      </p>
      <dl>
        {Object.entries(facts).map(([name, value]) => (
          <div key={name} data-differs={value !== others[name] || undefined}>
            <dt>{name}</dt>
            <dd>{value || "–"}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What is compared, by label. The names are the headings. */
function comparedFacts(
  view: HostedReferral,
  reasonLabel: (reason: string) => string,
): Record<string, string> {
  const { referral, referrerShown, progress } = view;
  const facts = correctableFields(view).filter(({ field }) => field !== "referredName");
  return {
    ...Object.fromEntries(facts.map(({ label, text }) => [label, text])),
    // Isolated, so that a name from right to left does not turn the number round.
    "Referred by": `\u2068${referral.referrerName}\u2069, \u2068${referrerShown}\u2069`,
    Submitted: formatDateTime(referral.id),
    ...(progress.reason && { Declined: reasonLabel(progress.reason) }),
  };
}
