import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { cases } from "@/content/generated/cases";
import { offers } from "@/content/generated/offers";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/cases";
import { paths } from "@/paths";

/** All cases, newest first. */
export default function CasesPage() {
  return (
    <Page
      title={words.title}
      description={words.description({ company: site.name })}
      path={paths.cases}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
      </PageHeader>
      <Entries>
        {cases.map(({ slug, title, summary, sector, service }) => (
          <Entry
            key={slug}
            url={paths.case(slug)}
            title={title}
            facts={[sector, offers.find(({ id }) => id === service)?.title]}
          >
            {summary}
          </Entry>
        ))}
      </Entries>
    </Page>
  );
}
