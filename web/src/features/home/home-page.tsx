import { Page } from "@/components/page/page";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/home";
import { paths } from "@/paths";
import { ButtonLink } from "@/components/button/button";
import { Hero } from "./hero";
import { Newest } from "./newest";
import { Offers } from "./offers";
import styles from "./home-page.module.css";

/** The home page, which is also shown for unknown addresses (specification, section 2). */
export default function HomePage() {
  return (
    <Page title={`${site.name} · ${site.tagline}`} description={site.blurb} path={paths.home}>
      <Hero />
      <Offers />
      <Newest />
      <CallToAction />
    </Page>
  );
}

/** The call to action at the end of the page. */
function CallToAction() {
  return (
    <section className={styles.band} aria-labelledby="call-to-action">
      <h2 id="call-to-action">{words.ready}</h2>
      <div className={styles.next}>
        <p>{words.readyLead}</p>
        <ButtonLink to={paths.contact} className={styles.button}>
          {words.contactUsToday}
        </ButtonLink>
      </div>
    </section>
  );
}
