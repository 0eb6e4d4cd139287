import type { ReactNode } from "react";
import { Link } from "@/components/link/link";
import { Entries, Entry } from "@/components/entries/entries";
import { useDay } from "@/content/day";
import { cases } from "@/content/generated/cases";
import { payWords } from "@/content/pay-and-price";
import { openVacancies } from "@/content/vacancies";
import * as words from "@/content/generated/words/home";
import { town } from "@/content/generated/words/vacancies";
import { paths } from "@/paths";
import styles from "./newest.module.css";

/** How many are named. */
const NAMED = 3;

/** The newest vacancies that are open, or else the newest cases. */
export function Newest() {
  const vacancies = openVacancies(useDay()).slice(0, NAMED);
  if (vacancies.length > 0) {
    return (
      <Section title={words.openVacancies} all={[words.allVacancies, paths.vacancies]}>
        {vacancies.map(({ slug, title, place, country, pay }) => (
          <Entry
            key={slug}
            heading="h3"
            url={paths.vacancy(slug)}
            title={title}
            facts={[
              <bdi key="place">{town({ place, country })}</bdi>,
              pay && <bdi key="pay">{payWords(pay)}</bdi>,
            ]}
          />
        ))}
      </Section>
    );
  }
  if (cases.length === 0) return null;
  return (
    <Section title={words.recentWork} all={[words.allCases, paths.cases]}>
      {cases.slice(0, NAMED).map(({ slug, title, sector }) => (
        <Entry key={slug} heading="h3" url={paths.case(slug)} title={title} facts={[sector]} />
      ))}
    </Section>
  );
}

type SectionProps = { title: string; all: readonly [string, string]; children: ReactNode };

function Section({ title, all: [all, url], children }: SectionProps) {
  return (
    <section className={styles.section} aria-labelledby="newest">
      <header className={styles.header}>
        <h2 id="newest">{title}</h2>
        <Link to={url}>{all}</Link>
      </header>
      <Entries>{children}</Entries>
    </section>
  );
}
