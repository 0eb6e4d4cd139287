import type { Block, Vacancy } from "@bindings";
import { use } from "react";
import { useLocation } from "react-router-dom";
import { ButtonLink } from "@/components/button/button";
import { Facts } from "@/components/facts/facts";
import { Next } from "@/components/facts/next";
import { Page, PageHeader } from "@/components/page/page";
import { BackLink, Columns } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import { PostedOn } from "@/components/text/words";
import { hasVacancies, useDay } from "@/content/day";
import { vacancies } from "@/content/generated/vacancies";
import { bodies } from "@/content/generated/vacancies-bodies";
import { loaderOf } from "@/content/loader";
import { isOpen, KINDS, payWords } from "@/content/vacancies";
import { paths } from "@/paths";

const loadText = loaderOf(bodies);

/** The page of a vacancy, also after it has closed. */
export default function VacancyPage() {
  const { pathname } = useLocation();
  const day = useDay();
  const vacancy = vacancies.find(({ slug }) => pathname.replace(/\/$/, "") === paths.vacancy(slug));
  const text = loadText(pathname);
  if (!vacancy || !text) return null;
  if (!isOpen(vacancy, day)) return <Closed title={vacancy.title} others={hasVacancies(day)} />;
  return <OpenVacancy vacancy={vacancy} text={text} />;
}

VacancyPage.loadText = loadText;

type OpenProps = {
  vacancy: Vacancy;
  /** The text, which the page waits for. */
  text: Promise<Block[]>;
};

export function OpenVacancy({ vacancy, text }: OpenProps) {
  const { slug, title, summary, place, country, kind, pay, posted, closes, apply, service } =
    vacancy;
  return (
    <Page title={title} description={summary} path={paths.vacancy(slug)}>
      <BackLink to={paths.vacancies}>All vacancies</BackLink>
      <PageHeader title={title}>
        <p>{summary}</p>
      </PageHeader>
      <Columns
        beside={
          <Facts
            facts={{
              Place: (
                <bdi>
                  {place}, {country}
                </bdi>
              ),
              Kind: KINDS[kind],
              Pay: <bdi>{payWords(pay)}</bdi>,
              Posted: <PostedOn date={posted} />,
              Closes: <PostedOn date={closes} />,
            }}
          />
        }
      >
        <Blocks blocks={use(text)} />
        <Next
          heading="How to apply"
          act={["Apply", paths.ask(`Application: ${title}`)]}
          refer={["Refer someone for this", paths.refer(service, title)]}
        >
          {apply}
        </Next>
      </Columns>
    </Page>
  );
}

/** What its address shows from the day after its last. Search engines are told to leave it out. */
export function Closed({ title, others }: { title: string; others: boolean }) {
  return (
    <Page
      title={`Closed: ${title}`}
      description="This vacancy is closed."
      path={others ? paths.vacancies : paths.home}
    >
      <PageHeader title="This vacancy is closed">
        <p>
          <bdi>{title}</bdi> is no longer open. Tell us what you do and where you want to work, and
          we will say if something fits.
        </p>
      </PageHeader>
      {others ? (
        <ButtonLink to={paths.vacancies}>Open vacancies</ButtonLink>
      ) : (
        <ButtonLink to={paths.ask("A post")}>Write to us</ButtonLink>
      )}
    </Page>
  );
}
