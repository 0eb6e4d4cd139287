import type { CorrectedField, HostedReferral, ProposedPoints, ReferralDetail } from "@bindings";
import { useRef } from "react";
import { flushSync } from "react-dom";
import { Link } from "react-router-dom";
import { useKeys } from "@/console/keys";
import { useFieldText } from "@/console/programme";
import { referralPath } from "@/console/server";
import { correctableFields, formatDateTime } from "@/console/parts/formats";
import { Correction } from "./correction";
import { Rewards } from "./rewards";
import styles from "./referral.module.css";

type Props = {
  referral: HostedReferral;
  submitted: ReferralDetail["submitted"];
  mayCorrect: boolean;
  /** The field that is being corrected, if one is. */
  editing: CorrectedField | undefined;
  edit: (field: CorrectedField | undefined) => void;
  /** Changes whether the person may be told who referred them; absent for those who may not. */
  sayWho: (() => void) | undefined;
};

/** The data of a referral. What can be corrected is edited where it stands. */
export function Facts({ referral, submitted, mayCorrect, editing, edit, sayWho }: Props) {
  const fieldText = useFieldText();
  const section = useRef<HTMLElement>(null);
  useKeys(mayCorrect ? { t: ["Correct the number", () => edit("referredPhone")] } : {});

  /** The text stands there again, with the focus if that was in its field. */
  function close() {
    const had = section.current?.contains(document.activeElement);
    flushSync(() => edit(undefined));
    if (had) section.current?.querySelector<HTMLElement>(`[data-field="${editing}"]`)?.focus();
  }

  const { referral: record, referrerShown, progress } = referral;
  const { proposed } = progress;
  return (
    <section ref={section} aria-labelledby="facts">
      <h2 id="facts">Details</h2>
      <dl className={styles.facts}>
        {correctableFields(referral).map(({ field, label, text }) => (
          <div key={field}>
            <dt>{label}</dt>
            <dd>
              {editing === field ? (
                <Correction referral={referral} field={field} label={label} onClose={close} />
              ) : mayCorrect ? (
                <button
                  type="button"
                  data-field={field}
                  className={styles.value}
                  aria-keyshortcuts={field === "referredPhone" ? "t" : undefined}
                  onClick={() => edit(field)}
                >
                  {text || "–"}
                  <span className="visually-hidden">{`. Correct the ${label.toLowerCase()}`}</span>
                </button>
              ) : (
                text || "–"
              )}
              {record[field] !== submitted[field] && (
                <span className={styles.before}>
                  Corrected. Submitted as{" "}
                  {submitted[field] ? `“${fieldText(field, submitted[field])}”` : "nothing"}
                </span>
              )}
            </dd>
          </div>
        ))}
        {record.opening && (
          <div>
            <dt>For</dt>
            <dd>{record.opening}</dd>
          </div>
        )}
        <div>
          <dt>Referred by</dt>
          <dd>
            <span>
              <Link to={`/referrals?${new URLSearchParams({ referrer: referral.key })}`}>
                <bdi>{record.referrerName}</bdi>
              </Link>
              , <bdi>{referrerShown}</bdi>
            </span>
            <div className={styles.before}>
              {sayWho ? (
                <button type="button" className={styles.value} onClick={sayWho}>
                  {saysWhoWords(progress.saysWho)}
                  <span className="visually-hidden"> Change…</span>
                </button>
              ) : (
                saysWhoWords(progress.saysWho)
              )}
            </div>
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
        <Rewards referralKey={referral.key} />
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

/** Whether whoever was referred may be told who referred them. */
export const saysWhoWords = (saysWho = false) =>
  saysWho ? "You may say who referred them." : "Do not say who referred them.";

function proposedWords({ points, imported }: ProposedPoints): string {
  if (points === undefined) return "An award was requested";
  return imported
    ? `${points} proposed in an imported file: two owners or managers have to save the same number`
    : `${points} proposed: another owner or manager has to save the same number`;
}
