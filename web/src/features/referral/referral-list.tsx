import type { Totals } from "@bindings";
import { type ReactNode, useId } from "react";
import styles from "./referral-list.module.css";
import section from "./section.module.css";
import { ShowMore } from "./show-more";
import { TotalsLine } from "./totals-line";

type Props = {
  title: string;
  /** What to say where there is none. */
  empty?: string;
  /** How many are shown. */
  shown: number;
  /** What those and the older ones add up to. */
  totals: Totals;
  /** An entry for each that is shown. */
  children: ReactNode;
};

/** A list of referrals with its totals, newest first, the older ones on request. */
export function ReferralList({ title, empty, shown, totals, children }: Props) {
  const heading = useId();

  return (
    <section className={section.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {totals.all === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <>
          <TotalsLine totals={totals} />
          <ul className={styles.list}>{children}</ul>
          <ShowMore shown={shown} all={totals.all} />
        </>
      )}
    </section>
  );
}
