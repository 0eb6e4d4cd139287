import { offers } from "@/content/generated/offers";
import * as words from "@/content/generated/words/home";
import { OfferCard } from "./offer-card";
import styles from "./offers.module.css";

/** What We Offer: the six lines of work. */
export function Offers() {
  return (
    <section className={styles.section} aria-labelledby="what-we-offer">
      <header className={styles.header}>
        <h2 id="what-we-offer">{words.whatWeOffer}</h2>
        <p>{words.whatWeOfferLead}</p>
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
