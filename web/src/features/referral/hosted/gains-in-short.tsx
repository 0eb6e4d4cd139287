import type { Gains } from "@bindings";
import * as words from "@/content/generated/words/hosted";
import styles from "./gains.module.css";

/** What a referral is worth, for whoever has not read the rules. They are behind the link below the form. */
export function GainsInShort({ gains: { earned, offers } }: { gains: Gains }) {
  return (
    <section className={styles.gains} aria-label={words.whatYouGet}>
      <p className={styles.earned} dir="auto">
        {earned}
      </p>
      {offers.length > 0 && (
        <>
          <p>{words.forExample}</p>
          <ul className={styles.offers}>
            {offers.map((offer) => (
              <li key={offer} dir="auto">
                {offer}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
