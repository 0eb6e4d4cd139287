import { Link } from "@/components/link/link";
import { Arc } from "@/components/drawing/drawing";
import { SchemeSwitch } from "@/components/scheme-switch/scheme-switch";
import { hasVacancies, useDay } from "@/content/day";
import { caseSlugs, courseSlugs, hasSearch, textPages } from "@/content/generated/addresses";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/layout";
import { paths } from "@/paths";
import { Languages } from "./languages";
import styles from "./footer.module.css";

/** The year of the build. */
declare const __BUILD_YEAR__: number;

const LINKS = [
  [paths.services, words.services],
  [paths.blog, words.blog],
  [paths.contact, words.contact],
  [paths.referral, words.referralProgram],
] as const;

/** What content can switch off; vacancies also by their last day. */
const MORE = [
  ...(courseSlugs.length > 0 ? [{ url: paths.courses, title: words.courses }] : []),
  ...(caseSlugs.length > 0 ? [{ url: paths.cases, title: words.cases }] : []),
  ...(hasSearch ? [{ url: paths.search, title: words.search }] : []),
  ...textPages,
];
const WITH_VACANCIES = [{ url: paths.vacancies, title: words.vacancies }, ...MORE];

/** The footer of every page. The starter updates the year to the visitor's. */
export function Footer() {
  const more = hasVacancies(useDay()) ? WITH_VACANCIES : MORE;
  return (
    <footer className={styles.footer}>
      <Arc className={styles.arc} />
      <div className={styles.inner}>
        <section className={styles.company}>
          <h2>{site.name}</h2>
          <p>{site.blurb}</p>
        </section>
        <nav aria-labelledby="quick-links">
          <h2 id="quick-links">{words.quickLinks}</h2>
          <ul>
            {LINKS.map(([path, label]) => (
              <li key={path}>
                <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <section>
          <h2>{words.contactInfo}</h2>
          {site.offices.map((office) => (
            <address key={office.id}>
              {office.address.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </address>
          ))}
          <ul>
            {site.phone !== null && (
              <li>
                <a href={paths.call(site.phone)}>
                  <bdi>{site.phone}</bdi>
                </a>
              </li>
            )}
            {site.whatsapp !== null && (
              <li>
                <a href={paths.chat(site.whatsapp)}>{words.whatsapp}</a>
              </li>
            )}
            <li>
              <a href={`mailto:${site.email}`}>{site.email}</a>
            </li>
          </ul>
        </section>
        <div className={styles.last}>
          <p>
            {words.copyright({
              company: site.legalName,
              year: (
                <span data-year suppressHydrationWarning>
                  {__BUILD_YEAR__}
                </span>
              ),
            })}
          </p>
          <ul className={styles.texts}>
            {more.map(({ url, title }) => (
              <li key={url}>
                <Link to={url}>{title}</Link>
              </li>
            ))}
          </ul>
          <Languages className={styles.texts} />
          <SchemeSwitch />
        </div>
      </div>
    </footer>
  );
}
