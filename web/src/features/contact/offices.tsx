import { site } from "@/content/generated/site";
import styles from "./offices.module.css";

/** Where the company is, at either end of the route, and how to write to it. */
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
        {site.offices.map(({ id, country, address }) => (
          <section key={id} className={styles.office} aria-labelledby={`office-${id}`}>
            <h2 id={`office-${id}`}>{country} office</h2>
            <address>
              {address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          </section>
        ))}
      </div>
      <section className={styles.email} aria-labelledby="contact-email">
        <h2 id="contact-email">E-mail</h2>
        <a href={`mailto:${site.email}`}>{site.email}</a>
      </section>
    </div>
  );
}
