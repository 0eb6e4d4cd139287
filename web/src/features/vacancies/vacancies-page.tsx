import type { Vacancy } from "@bindings";
import { ButtonLink } from "@/components/button/button";
import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { PostedOn } from "@/components/text/words";
import { useDay } from "@/content/day";
import { site } from "@/content/generated/site";
import { payWords } from "@/content/pay-and-price";
import { KINDS, openVacancies } from "@/content/vacancies";
import { LOOKING_FOR_WORK, paths } from "@/paths";

/** The vacancies that are open, newest first. */
export default function VacanciesPage() {
  return (
    <Page
      title="Vacancies"
      description={`Posts that ${site.name} recruits for in India and the Gulf, with place, pay and closing date. Candidates pay nothing.`}
      path={paths.vacancies}
    >
      <link
        rel="alternate"
        type="application/atom+xml"
        href={paths.vacanciesFeed}
        title="Vacancies"
      />
      <PageHeader title="Vacancies">
        <p>
          Posts that we recruit for. Candidates pay nothing: the employer pays our fee. If a post is
          not for you, refer someone whom it may suit.
        </p>
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
            <bdi key="place">
              {place}, {country}
            </bdi>,
            KINDS[kind],
            pay && <bdi key="pay">{payWords(pay)}</bdi>,
            <span key="closes">
              Closes <PostedOn date={closes} />
            </span>,
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
      <p>
        There is no open vacancy at the moment. Tell us what you do, and where you want to work.
      </p>
      <p>
        <ButtonLink to={paths.ask(LOOKING_FOR_WORK)}>Write to us</ButtonLink>
      </p>
    </>
  );
}
