import { useSearchParams } from "react-router-dom";
import { Page, PageHeader } from "@/components/page/page";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { ContactForm } from "./contact-form";
import { Offices } from "./offices";
import styles from "./contact-form.module.css";

/** How to reach the company (specification, section 2). */
export default function ContactPage() {
  const [search] = useSearchParams();
  return (
    <Page
      title="Contact Us"
      description={`Write to ${site.name}: the offices in ${site.offices.map(({ city, country }) => `${city}, ${country}`).join(" and ")}, the e-mail address, and a message form.`}
      path={paths.contact}
    >
      <PageHeader title="Contact Us">
        <p>
          Tell us the post to fill, the course, the system, the part or the aircraft, and the date
          that matters. The more we know, the shorter our list of questions.
        </p>
      </PageHeader>
      <div className={styles.columns}>
        <Offices />
        <ContactForm about={search.get("subject") ?? ""} />
      </div>
    </Page>
  );
}
