import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { PostedOn } from "@/components/text/words";
import { nextDates, useDay } from "@/content/day";
import { courses } from "@/content/generated/courses";
import { site } from "@/content/generated/site";
import { priceWords } from "@/content/pay-and-price";
import * as words from "@/content/generated/words/courses";
import { paths } from "@/paths";

/** All courses, with the next date of each. */
export default function CoursesPage() {
  const day = useDay();
  return (
    <Page
      title={words.title}
      description={words.description({ company: site.name })}
      path={paths.courses}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
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
                next ? <PostedOn key="next" date={next.starts} /> : words.nextOnRequest,
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
