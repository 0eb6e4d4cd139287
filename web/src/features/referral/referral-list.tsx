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
  /** Whether there are more, where whoever keeps them says so. */
  more?: boolean | undefined;
  /** The way to some of them, above the list. */
  tools?: ReactNode;
  /** Whether only some of them are looked for. */
  looking?: boolean;
  /** An entry for each that is shown. */
  children: ReactNode;
};

/** A list of referrals with its totals, newest first, the older ones on request. */
export function ReferralList({
  title,
  empty,
  shown,
  totals,
  more,
  tools,
  looking = false,
  children,
}: Props) {
  const heading = useId();

  return (
    <section className={section.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {totals.all === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <>
          <TotalsLine totals={totals} />
          {tools}
          {shown > 0 && <ul className={styles.list}>{children}</ul>}
          <ShowMore shown={shown} all={looking ? undefined : totals.all} more={more} />
        </>
      )}
    </section>
  );
}
