import { ButtonLink } from "@/components/button/button";
import { RouteMap } from "@/components/drawing/route-map";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { Port } from "./port";
import styles from "./hero.module.css";

/** The introduction: what the company does, and on which route. */
export function Hero() {
  return (
    <section className={styles.hero}>
      <h1 className={styles.title} tabIndex={-1}>
        {site.tagline}
      </h1>
      <div className={styles.words}>
        <p className={styles.lead}>
          We hire and train your people, build and run your software, and advise your hangar: from
          one director to a full shift, from offices in{" "}
          {site.offices.map(({ city }) => city).join(" and ")}.
        </p>
        <ul className={styles.proofs}>
          {site.proofs.map((proof) => (
            <li key={proof}>{proof}</li>
          ))}
        </ul>
        <p className={styles.actions}>
          <ButtonLink to={paths.services}>Our Services</ButtonLink>
          <ButtonLink to={paths.contact} variant="quiet">
            Get in Touch
          </ButtonLink>
        </p>
      </div>
      <RouteMap className={styles.map}>
        {site.offices.map((office) => (
          <Port key={office.id} office={office} />
        ))}
      </RouteMap>
    </section>
  );
}
