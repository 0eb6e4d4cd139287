import { ButtonLink } from "@/components/button/button";
import { paths } from "@/paths";
import styles from "./call-to-action.module.css";

/** The band that ends the page. */
export function CallToAction() {
  return (
    <section className={styles.band} aria-labelledby="call-to-action">
      <h2 id="call-to-action">Ready to Elevate Your Business?</h2>
      <div className={styles.next}>
        <p>
          Tell us what should be different, where, and by when. We answer with questions first, then
          with a scope and a price in writing.
        </p>
        <ButtonLink to={paths.contact} className={styles.button}>
          Contact Us Today
        </ButtonLink>
      </div>
    </section>
  );
}
