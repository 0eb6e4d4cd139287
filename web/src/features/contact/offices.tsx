import * as words from "@/content/generated/words/contact";
import { OfficeHours } from "./office-hours";
import { site } from "@/content/generated/site";
import styles from "./offices.module.css";

/** The addresses of the two offices, and the email address. */
export function Offices() {
  return (
    <div className={styles.contact}>
      <div className={styles.offices}>
        <svg
          className={styles.route}
          viewBox="0 0 24 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path d="M7 0C26 28 26 72 7 100" />
        </svg>
        {site.offices.map((office) => (
          <section
            key={office.id}
            className={styles.office}
            aria-labelledby={`office-${office.id}`}
          >
            <h2 id={`office-${office.id}`}>{words.office({ country: office.country })}</h2>
            <address>
              {office.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
            <OfficeHours office={office} />
          </section>
        ))}
      </div>
      <section className={styles.email} aria-labelledby="contact-email">
        <h2 id="contact-email">{words.email}</h2>
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </section>
    </div>
  );
}
