import type { ReactNode } from "react";
import { Tag } from "@/components/tag/tag";
import type { ListedReferral } from "@/programme/programme";
import { Entry, Fact } from "./section";
import styles from "./referral.module.css";

type Props = {
  view: ListedReferral;
  /** Whether to name the referrer, which a member need not be told. */
  withReferrer?: boolean;
  /** More about it, below its facts. */
  details?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
};

/** A referral in a list. */
export function ReferralEntry({ view, withReferrer = false, details, children }: Props) {
  const { referral, serviceLabel, tone } = view;
  const facts = (
    <>
      <Fact name="Phone">{view.referredShown ?? referral.referredPhone}</Fact>
      <Fact name="Service">{serviceLabel}</Fact>
      {withReferrer && (
        <Fact name="Referred by">
          <bdi>{referral.referrerName}</bdi>, {view.referrerShown ?? referral.referrerMobile}
        </Fact>
      )}
      <Fact name="Date">{referral.date}</Fact>
      <Fact name="Points">{referral.points.toLocaleString()}</Fact>
      {referral.notes && (
        <Fact name="Notes" long>
          {referral.notes}
        </Fact>
      )}
    </>
  );
  return (
    <Entry
      title={referral.referredName}
      tag={<Tag tone={tone}>{referral.status}</Tag>}
      facts={facts}
    >
      {children && <div className={styles.control}>{children}</div>}
      {details && <div className={styles.control}>{details}</div>}
    </Entry>
  );
}
