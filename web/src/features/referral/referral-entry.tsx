import { type ReactNode, useId } from "react";
import type { ListedReferral } from "@/programme";
import styles from "./referral-entry.module.css";
import { StatusMark } from "./status-mark";

type Props = {
  view: ListedReferral;
  /** Whether to say who referred: the admin wants to know, a member does. */
  withReferrer?: boolean;
  /** What else there is to know of it. */
  details?: ReactNode;
  /** What can be done with it. */
  children?: ReactNode;
};

/** A referral in a list. */
export function ReferralEntry({ view, withReferrer = false, details, children }: Props) {
  const name = useId();
  const { referral, serviceLabel, tone } = view;

  return (
    <li className={styles.entry} aria-labelledby={name}>
      <div className={styles.head}>
        <h3 id={name} dir="auto">
          {referral.referredName}
        </h3>
        <StatusMark status={referral.status} tone={tone} />
      </div>
      <dl className={styles.facts}>
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
          <Fact name="Notes" className={styles.notes}>
            {referral.notes}
          </Fact>
        )}
      </dl>
      {children && <div className={styles.control}>{children}</div>}
      {details && <div className={styles.control}>{details}</div>}
    </li>
  );
}

type FactProps = { name: string; className?: string | undefined; children: ReactNode };

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}
