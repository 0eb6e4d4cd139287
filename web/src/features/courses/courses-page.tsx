import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { PostedOn } from "@/components/text/words";
import { nextDates, useDay } from "@/content/day";
import { courses } from "@/content/generated/courses";
import { site } from "@/content/generated/site";
import { priceWords } from "@/content/pay-and-price";
import { paths } from "@/paths";

/** All courses, with the next date of each. */
export default function CoursesPage() {
  const day = useDay();
  return (
    <Page
      title="Courses"
      description={`Open courses by ${site.name}: what is practised, where and when, how many can take part and what it costs.`}
      path={paths.courses}
    >
      <PageHeader title="Courses">
        <p>Open courses with a date and a price. We also hold each of them at your site.</p>
      </PageHeader>
      <Entries>
        {courses.map(({ slug, title, summary, place, price, dates }) => {
          const [next] = nextDates(dates, day);
          return (
            <Entry
              key={slug}
              url={paths.course(slug)}
              title={title}
              facts={[
                <bdi key="place">{place}</bdi>,
                next ? <PostedOn key="next" date={next.starts} /> : "Next date on request",
                price && <bdi key="price">{priceWords(price)}</bdi>,
              ]}
            >
              {summary}
            </Entry>
          );
        })}
      </Entries>
    </Page>
  );
}
