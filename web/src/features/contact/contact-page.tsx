import { useSearchParams } from "react-router-dom";
import { Page, PageHeader } from "@/components/page/page";
import { site } from "@/content/generated/site";
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
      title="Contact Us"
      description={`Contact ${site.name}: our offices in ${site.offices.map(({ city, country }) => `${city}, ${country}`).join(" and ")}, with opening hours, email address and message form.`}
      path={paths.contact}
    >
      <PageHeader title="Contact Us">
        <p>Tell us what you need, where and by when.</p>
        <Numbers />
      </PageHeader>
      <div className={styles.columns}>
        <Offices />
        <ContactForm about={search.get("subject") ?? ""} />
      </div>
    </Page>
  );
}
