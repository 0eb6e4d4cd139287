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
      back={["All courses", paths.courses]}
      facts={{
        Dates: <Dates dates={nextDates(dates, day)} />,
        Place: <bdi>{place}</bdi>,
        Seats: seats,
        Price: <bdi>{priceWords(price)}</bdi>,
      }}
      text={text}
    >
      <Next
        heading="Take part"
        act={["Ask about this course", paths.ask(`Course: ${title}`)]}
        refer={["Refer someone for this", paths.refer(service, paths.course(slug))]}
      >
        Tell us how many will take part and which date suits you. We answer with the seats that are
        free, the outline and the invoice details.
      </Next>
    </EntryPage>
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
