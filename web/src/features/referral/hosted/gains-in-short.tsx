import type { Gains } from "@bindings";
import styles from "./gains.module.css";

/** What a referral is worth, for whoever has not read the rules. They are behind the link below the form. */
export function GainsInShort({ gains: { earned, offers } }: { gains: Gains }) {
  return (
    <section className={styles.gains} aria-label="What you get">
      <p className={styles.earned}>{earned}</p>
      {offers.length > 0 && (
        <>
          <p>You can exchange points, for example:</p>
          <ul className={styles.offers}>
            {offers.map((offer) => (
              <li key={offer}>{offer}</li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
