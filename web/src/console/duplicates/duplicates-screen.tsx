import { CONSOLE_LIMITS } from "@bindings/staff";
import type {
  Credited,
  DuplicateDecision,
  DuplicatePair,
  Duplicates,
  HostedReferral,
} from "@bindings";
import { useState } from "react";
import { Link } from "react-router-dom";
import { SelectField, TextAreaField } from "@/components/fields/field";
import { Tag } from "@/components/tag/tag";
import { ActionButton, SmallButton } from "@/console/parts/buttons";
import { FormDialog } from "@/components/dialog/form-dialog";
import { Listing } from "@/console/parts/listing";
import { Tabs, useTab } from "@/console/parts/tabs";
import { usePages } from "@/console/parts/use-pages";
import { correctableFields, formatDateTime, stageLabel } from "@/console/parts/formats";
import { useReasonLabel } from "@/console/programme";
import { sendWrite, may, referralPath, type ScreenProps } from "@/console/server";
import shared from "@/console/console.module.css";
import styles from "./duplicates.module.css";

const TABS = [
  { value: "open", label: "To decide" },
  { value: "decided", label: "Decided" },
] as const;

const CREDITED: readonly { value: Credited; label: string }[] = [
  { value: "earlier", label: "The earlier referrer" },
  { value: "later", label: "The later referrer" },
  { value: "both", label: "Both" },
  { value: "neither", label: "Neither" },
];

const WHY: Record<DuplicatePair["why"], string> = {
  rule: "the first counts",
  closed: "the other one was declined or withdrawn",
  expired: "the other one had been waiting too long when this one came in",
  decided: "a colleague decided so",
};

/** Pairs of referrals of the same number, with who is credited and why. */
export default function DuplicatesScreen({ viewer }: ScreenProps) {
  const tab = useTab(TABS);
  const list = usePages<Duplicates>(`/duplicates?state=${tab}`);
  const pairs = list.pages.flatMap((page) => page.pairs);
  const [deciding, setDeciding] = useState<DuplicatePair>();
  const mayDecide = may(viewer, "credit");
  return (
    <>
      <title>Duplicates – Console</title>
      <h1>Duplicates</h1>
      <Tabs label="Duplicates" tabs={TABS} current={tab} />
      <Listing
        list={list}
        count={pairs.length}
        empty={
          tab === "open"
            ? "Nothing to decide. A number that is referred a second time appears here."
            : "Nothing has been decided yet. Pairs move here from To decide when somebody has decided."
        }
        more="Show more"
      >
        <ol className={styles.pairs}>
          {pairs.map((pair) => (
            <li key={pair.later.key} aria-label={pair.later.referral.referredName}>
              <div className={styles.pair}>
                <Side title="Earlier" referral={pair.earlier} other={pair.later} />
                <Side title="Later" referral={pair.later} other={pair.earlier} />
              </div>
              <div className={styles.credited}>
                <p>
                  Points go to <strong>{labelOf(pair.credited)}</strong> ({WHY[pair.why]}).
                </p>
                {mayDecide && (
                  <div className={shared.actions}>
                    {tab === "open" && (
                      <ActionButton
                        aria-label={`Confirm for ${pair.later.referral.referredName}`}
                        action={() => decide(pair, pair.credited, "Confirmed.")}
                      >
                        Confirm
                      </ActionButton>
                    )}
                    <SmallButton
                      aria-label={`Choose someone else for ${pair.later.referral.referredName}`}
                      onClick={() => setDeciding(pair)}
                    >
                      Choose someone else…
                    </SmallButton>
                  </div>
                )}
              </div>
            </li>
          ))}
        </ol>
      </Listing>
      {deciding && (
        <FormDialog
          title="Who gets the points"
          explanation="Your decision overrides the rule. It can be undone from either referral."
          button="Decide"
          initial={{ credited: deciding.credited, note: "" }}
          deliver={({ credited, note }) => decide(deciding, credited as Credited, note)}
          onClose={() => setDeciding(undefined)}
        >
          {(field) => (
            <>
              <SelectField label="Points go to" options={CREDITED} {...field("credited")} />
              <TextAreaField
                label="Note"
                rows={3}
                maxLength={CONSOLE_LIMITS.noteMax}
                {...field("note")}
              />
            </>
          )}
        </FormDialog>
      )}
    </>
  );
}

const labelOf = (credited: Credited) =>
  (CREDITED.find(({ value }) => value === credited)?.label ?? credited).toLowerCase();

type SideProps = { title: string; referral: HostedReferral; other: HostedReferral };

/** One referral of a pair. What differs from the other is highlighted. */
function Side({ title, referral, other }: SideProps) {
  const reasonLabel = useReasonLabel();
  const facts = comparedFacts(referral, reasonLabel);
  const others = comparedFacts(other, reasonLabel);
  return (
    <section aria-label={title}>
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
    "Referred by": `${referral.referrerName}, ${referrerShown}`,
    Submitted: formatDateTime(referral.id),
    ...(progress.reason && { Declined: reasonLabel(progress.reason) }),
  };
}

const side = ({ key, version }: HostedReferral) => ({ key, version });

/** Decides for both referrals, in the versions that were shown. */
function decide({ earlier, later }: DuplicatePair, credited: Credited, note: string) {
  const value: DuplicateDecision = {
    earlier: side(earlier),
    later: side(later),
    credited,
    note,
  };
  return sendWrite<DuplicatePair>("/duplicates", { value });
}
