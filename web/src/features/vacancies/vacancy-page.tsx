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
import { isOpen } from "@/content/vacancies";
import * as words from "@/content/generated/words/vacancies";
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
  const { slug, title, place, country, kind, pay, posted, closes, apply, service } = vacancy;
  return (
    <EntryPage
      entry={vacancy}
      path={paths.vacancy(slug)}
      back={[words.allVacancies, paths.vacancies]}
      facts={{
        [words.place]: <bdi>{words.town({ place, country })}</bdi>,
        [words.kind]: words.kindOf({ kind }),
        [words.pay]: <bdi>{payWords(pay)}</bdi>,
        [words.posted]: <PostedOn date={posted} />,
        [words.closes]: <PostedOn date={closes} />,
      }}
      text={text}
    >
      <Next
        heading={words.howToApply}
        act={[words.apply, paths.ask(words.application({ title }))]}
        refer={[words.refer, paths.refer(service, paths.vacancy(slug))]}
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
      title={words.closedTitle({ title })}
      description={words.closedDescription}
      path={others ? paths.vacancies : paths.home}
    >
      <PageHeader title={words.closed}>
        <p>{words.closedLead({ title: <bdi>{title}</bdi> })}</p>
      </PageHeader>
      {others ? (
        <ButtonLink to={paths.vacancies}>{words.openVacancies}</ButtonLink>
      ) : (
        <ButtonLink to={paths.ask(words.lookingForWork)}>{words.writeToUs}</ButtonLink>
      )}
    </Page>
  );
}
