import type { Block, Vacancy } from "@bindings";
import { useLocation } from "react-router-dom";
import { ButtonLink } from "@/components/button/button";
import { EntryPage } from "@/components/facts/entry-page";
import { Next } from "@/components/facts/next";
import { Page, PageHeader } from "@/components/page/page";
import { PostedOn } from "@/components/text/words";
import { hasVacancies, useDay } from "@/content/day";
import { vacancies } from "@/content/generated/vacancies";
import { bodies } from "@/content/generated/vacancies-bodies";
import { loaderOf } from "@/content/loader";
import { payWords } from "@/content/pay-and-price";
import { isOpen, KINDS } from "@/content/vacancies";
import { LOOKING_FOR_WORK, paths } from "@/paths";

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
  const { slug, title, place, country, kind, pay, posted, closes, apply, service } = vacancy;
  return (
    <EntryPage
      entry={vacancy}
      path={paths.vacancy(slug)}
      back={["All vacancies", paths.vacancies]}
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
      text={text}
    >
      <Next
        heading="How to apply"
        act={["Apply", paths.ask(`Application: ${title}`)]}
        refer={["Refer someone for this", paths.refer(service, paths.vacancy(slug))]}
      >
        {apply}
      </Next>
    </EntryPage>
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
        <ButtonLink to={paths.ask(LOOKING_FOR_WORK)}>Write to us</ButtonLink>
      )}
    </Page>
  );
}
