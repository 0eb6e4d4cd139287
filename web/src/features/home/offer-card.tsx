import type { OfferCard as Offer } from "@bindings";
import { Link } from "@/components/link/link";
import { ServicePicture } from "@/components/service-picture/service-picture";
import styles from "./offer-card.module.css";

/** An offer. The title's link to the service covers the whole card. */
export function OfferCard({ offer }: { offer: Offer }) {
  return (
    <div className={styles.card} data-card="">
      <ServicePicture
        className={styles.picture}
        icon={offer.icon}
        colour={offer.colour}
        backgroundColour={offer.backgroundColour}
      />
      <div className={styles.words}>
        <h3>
          <Link to={offer.url} className={styles.link}>
            {offer.title}
          </Link>
        </h3>
        <p className={styles.summary}>{offer.summary}</p>
      </div>
    </div>
  );
}
