import type { CourseDate } from "@bindings";
import { useLocation } from "react-router-dom";
import { EntryPage } from "@/components/facts/entry-page";
import { Next } from "@/components/facts/next";
import { PostedOn } from "@/components/text/words";
import { nextDates, useDay } from "@/content/day";
import { courses } from "@/content/generated/courses";
import { bodies } from "@/content/generated/courses-bodies";
import { loaderOf } from "@/content/loader";
import { priceWords } from "@/content/pay-and-price";
import * as words from "@/content/generated/words/courses";
import { number } from "@/content/format";
import { paths } from "@/paths";

const loadText = loaderOf(bodies);

/** The page of a course. */
export default function CoursePage() {
  const { pathname } = useLocation();
  const day = useDay();
  const course = courses.find(({ slug }) => pathname.replace(/\/$/, "") === paths.course(slug));
  const text = loadText(pathname);
  if (!course || !text) return null;
  const { slug, title, place, seats, price, dates, service } = course;
  return (
    <EntryPage
      entry={course}
      path={paths.course(slug)}
      back={[words.allCourses, paths.courses]}
      facts={{
        [words.dates]: <Dates dates={nextDates(dates, day)} />,
        [words.place]: <bdi>{place}</bdi>,
        [words.seats]: number(seats),
        [words.price]: <bdi>{priceWords(price)}</bdi>,
      }}
      text={text}
    >
      <Next
        heading={words.takePart}
        act={[words.ask, paths.ask(words.course({ title }))]}
        refer={[words.refer, paths.refer(service, paths.course(slug))]}
      >
        {words.next}
      </Next>
    </EntryPage>
  );
}

CoursePage.loadText = loadText;

/** When a course is held, or that its date is not set. */
export function Dates({ dates }: { dates: readonly CourseDate[] }) {
  if (dates.length === 0) return words.noDate;
  return (
    <ul>
      {dates.map(({ starts, ends }) => (
        <li key={starts}>
          {ends === starts ? (
            <PostedOn date={starts} />
          ) : (
            words.fromTo({ starts: <PostedOn date={starts} />, ends: <PostedOn date={ends} /> })
          )}
        </li>
      ))}
    </ul>
  );
}
