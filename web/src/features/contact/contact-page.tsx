import { useSearchParams } from "react-router-dom";
import { Page, PageHeader } from "@/components/page/page";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/contact";
import { both } from "@/content/format";
import { paths } from "@/paths";
import { ContactForm } from "./contact-form";
import { Offices } from "./offices";
import { Numbers } from "./numbers";
import styles from "./contact-form.module.css";

/** How to reach the company (specification, section 2). */
export default function ContactPage() {
  const [search] = useSearchParams();
  return (
    <Page
      title={words.title}
      description={words.description({
        company: site.name,
        offices: both(site.offices.map(words.town)),
      })}
      path={paths.contact}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
        <Numbers />
      </PageHeader>
      <div className={styles.columns}>
        <Offices />
        <ContactForm about={search.get("subject") ?? ""} />
      </div>
    </Page>
  );
}
