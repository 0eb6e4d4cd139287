import type { CourseDate } from "@bindings";
import { use } from "react";
import { useLocation } from "react-router-dom";
import { Facts } from "@/components/facts/facts";
import { Next } from "@/components/facts/next";
import { Page, PageHeader } from "@/components/page/page";
import { BackLink, Columns } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import { PostedOn } from "@/components/text/words";
import { nextDates } from "@/content/courses";
import { useDay } from "@/content/day";
import { courses } from "@/content/generated/courses";
import { bodies } from "@/content/generated/courses-bodies";
import { loaderOf } from "@/content/loader";
import { priceWords } from "@/content/vacancies";
import { paths } from "@/paths";

const loadText = loaderOf(bodies);

/** The page of a course. */
export default function CoursePage() {
  const { pathname } = useLocation();
  const day = useDay();
  const course = courses.find(({ slug }) => pathname.replace(/\/$/, "") === paths.course(slug));
  const text = loadText(pathname);
  if (!course || !text) return null;
  const { slug, title, summary, place, seats, price, dates, service } = course;
  return (
    <Page title={title} description={summary} path={paths.course(slug)}>
      <BackLink to={paths.courses}>All courses</BackLink>
      <PageHeader title={title}>
        <p>{summary}</p>
      </PageHeader>
      <Columns
        beside={
          <Facts
            facts={{
              Dates: <Dates dates={nextDates(dates, day)} />,
              Place: <bdi>{place}</bdi>,
              Seats: seats,
              Price: <bdi>{priceWords(price)}</bdi>,
            }}
          />
        }
      >
        <Blocks blocks={use(text)} />
        <Next
          heading="Take part"
          act={["Ask about this course", paths.ask(`Course: ${title}`)]}
          refer={["Refer someone for this", paths.refer(service, title)]}
        >
          Tell us how many will take part and which date suits you. We answer with the seats that
          are free, the outline and the invoice details.
        </Next>
      </Columns>
    </Page>
  );
}

CoursePage.loadText = loadText;

/** When a course is held, or that its date is not set. */
export function Dates({ dates }: { dates: readonly CourseDate[] }) {
  if (dates.length === 0) return "The next date is not set yet: ask us";
  return (
    <ul>
      {dates.map(({ starts, ends }) => (
        <li key={starts}>
          <PostedOn date={starts} />
          {ends !== starts && (
            <>
              {" to "}
              <PostedOn date={ends} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
