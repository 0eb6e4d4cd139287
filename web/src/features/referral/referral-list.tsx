import type { ReferralView, Totals } from "@bindings";
import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/button/button";
import styles from "./referral-list.module.css";
import { TotalsLine } from "./totals-line";

type Props = {
  title: string;
  /** What to say where there is none. */
  empty?: string;
  referrals: readonly ReferralView[];
  totals: Totals;
  children: (view: ReferralView) => ReactNode;
};

/** How many entries are laid out at once: enough to scroll through, few enough to be quick. */
const STEP = 50;

/** A list of referrals with its totals, newest first, the older ones on request. */
export function ReferralList({ title, empty, referrals, totals, children }: Props) {
  const heading = useId();
  const [shown, setShown] = useState(STEP);
  const hidden = referrals.length - shown;

  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {referrals.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <>
          <TotalsLine totals={totals} />
          <ul className={styles.list}>{referrals.slice(0, shown).map(children)}</ul>
        </>
      )}
      {hidden > 0 && (
        <div className={styles.more}>
          <p>
            {shown} of {referrals.length.toLocaleString()} are shown.
          </p>
          <Button variant="quiet" onClick={() => setShown(shown + STEP)}>
            Show {Math.min(STEP, hidden)} more
          </Button>
        </div>
      )}
    </section>
  );
}
