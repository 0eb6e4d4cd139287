import { offers } from "@/content/generated/offers";
import { OfferCard } from "./offer-card";
import styles from "./offers.module.css";

/** What We Offer: the six lines of work. */
export function Offers() {
  return (
    <section className={styles.section} aria-labelledby="what-we-offer">
      <header className={styles.header}>
        <h2 id="what-we-offer">What We Offer</h2>
        <p>
          Six services for companies that operate in India, in the Gulf, or in both. Use one, or
          combine several.
        </p>
      </header>
      <ul className={styles.offers}>
        {offers.map((offer) => (
          <li key={offer.title}>
            <OfferCard offer={offer} />
          </li>
        ))}
      </ul>
    </section>
  );
}
