import type { Vacancy } from "@bindings";
import { ButtonLink } from "@/components/button/button";
import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { PostedOn } from "@/components/text/words";
import { useDay } from "@/content/day";
import { site } from "@/content/generated/site";
import { payWords } from "@/content/pay-and-price";
import { openVacancies } from "@/content/vacancies";
import * as words from "@/content/generated/words/vacancies";
import { pathInLanguage, paths } from "@/paths";

/** The vacancies that are open, newest first. */
export default function VacanciesPage() {
  return (
    <Page
      title={words.title}
      description={words.description({ company: site.name })}
      path={paths.vacancies}
    >
      <link
        rel="alternate"
        type="application/atom+xml"
        href={pathInLanguage(paths.vacanciesFeed)}
        title={words.title}
      />
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
      </PageHeader>
      <VacancyList vacancies={openVacancies(useDay())} />
    </Page>
  );
}

export function VacancyList({ vacancies }: { vacancies: readonly Vacancy[] }) {
  if (vacancies.length === 0) return <NoVacancies />;
  return (
    <Entries>
      {vacancies.map(({ slug, title, summary, place, country, kind, pay, closes }) => (
        <Entry
          key={slug}
          url={paths.vacancy(slug)}
          title={title}
          facts={[
            <bdi key="place">{words.town({ place, country })}</bdi>,
            words.kindOf({ kind }),
            pay && <bdi key="pay">{payWords(pay)}</bdi>,
            <span key="closes">{words.closesOn({ date: <PostedOn date={closes} /> })}</span>,
          ]}
        >
          {summary}
        </Entry>
      ))}
    </Entries>
  );
}

/** Shown to whoever comes by an old link: nothing leads here if there are none. */
function NoVacancies() {
  return (
    <>
      <p>{words.none}</p>
      <p>
        <ButtonLink to={paths.ask(words.lookingForWork)}>{words.writeToUs}</ButtonLink>
      </p>
    </>
  );
}
