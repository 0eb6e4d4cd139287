import { Entries, Entry } from "@/components/entries/entries";
import { Page, PageHeader } from "@/components/page/page";
import { cases } from "@/content/generated/cases";
import { offers } from "@/content/generated/offers";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";

/** All cases, newest first. */
export default function CasesPage() {
  return (
    <Page
      title="Cases"
      description={`Work by ${site.name}: what was asked, what was done and what was measured afterwards.`}
      path={paths.cases}
    >
      <PageHeader title="Cases">
        <p>What was asked, what was done, and what was measured afterwards.</p>
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
