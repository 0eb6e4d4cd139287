import { ButtonLink } from "@/components/button/button";
import { RouteMap } from "@/components/drawing/route-map";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/home";
import { both } from "@/content/format";
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
          {words.lead({ cities: both(site.offices.map(({ city }) => city)) })}
        </p>
        <ul className={styles.proofs}>
          {site.proofs.map((proof) => (
            <li key={proof}>{proof}</li>
          ))}
        </ul>
        <p className={styles.actions}>
          <ButtonLink to={paths.services}>{words.ourServices}</ButtonLink>
          <ButtonLink to={paths.contact} variant="quiet">
            {words.getInTouch}
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
