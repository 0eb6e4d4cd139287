import type { HostedReferral, ProposedPoints, ReferralDetail } from "@bindings";
import { Link } from "react-router-dom";
import { SmallButton } from "@/console/parts/buttons";
import type { CommandChoice } from "@/console/parts/command-dialog";
import { referralPath } from "@/console/server";
import { correctableFields, formatDateTime } from "@/console/parts/formats";
import styles from "./referral.module.css";

type Props = {
  referral: HostedReferral;
  submitted: ReferralDetail["submitted"];
  correct: ((choice: CommandChoice) => void) | undefined;
};

/** The data of a referral. The submitted text is shown beside a correction. */
export function Facts({ referral, submitted, correct }: Props) {
  const { referral: record, referrerShown, progress } = referral;
  const { proposed } = progress;
  return (
    <section aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className={styles.facts}>
        {correctableFields(referral).map(({ field, label, text }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {text || "–"}
              {record[field] !== submitted[field] && (
                <span className={styles.before}>Submitted as {submitted[field] || "nothing"}</span>
              )}
              {correct && (
                <SmallButton
                  aria-label={`Correct the ${label.toLowerCase()}`}
                  onClick={() => correct({ kind: "correct", field, text: record[field] })}
                >
                  Correct…
                </SmallButton>
              )}
            </dd>
          </div>
        ))}
        <div>
          <dt>Referred by</dt>
          <dd>
            <span>
              <Link to={`/referrals?${new URLSearchParams({ referrer: referral.key })}`}>
                {record.referrerName}
              </Link>
              , {referrerShown}
            </span>
          </dd>
        </div>
        <div>
          <dt>Submitted</dt>
          <dd>{formatDateTime(record.id)}</dd>
        </div>
        <div>
          <dt>Points</dt>
          <dd>
            {record.points}
            {proposed && <span className={styles.before}>{proposedWords(proposed)}</span>}
          </dd>
        </div>
        {referral.duplicateOf && (
          <div>
            <dt>Duplicate</dt>
            <dd>
              The same number was referred before:{" "}
              <Link to={referralPath({ key: referral.duplicateOf })}>the earlier referral</Link>
            </dd>
          </div>
        )}
        <div>
          <dt>The referrer sees</dt>
          <dd>{progress.sentence}</dd>
        </div>
      </dl>
    </section>
  );
}

function proposedWords({ points, imported }: ProposedPoints): string {
  if (points === undefined) return "An award was requested";
  return imported
    ? `${points} proposed in an imported file: two owners or managers have to save the same number`
    : `${points} proposed: another owner or manager has to save the same number`;
}
