import { Page, PageHeader } from "@/components/page/page";
import { services } from "@/content/generated/services";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { ServiceArticle } from "./service-article";
import styles from "./services-page.module.css";

/** The six services with their descriptions (specification, section 2). */
export default function ServicesPage() {
  return (
    <Page
      title="Services"
      description={`What ${site.name} does for companies in India and the Gulf: ${services.map(({ title }) => title).join(", ")}. What each covers, and what happens next.`}
      path={paths.services}
    >
      <PageHeader title="Services">
        <p>Six services: who each one is for, how we work and what you receive.</p>
      </PageHeader>
      <ServiceIndex />
      <div className={styles.services}>
        {services.map((service) => (
          <ServiceArticle key={service.id} service={service} />
        ))}
      </div>
    </Page>
  );
}

/** Links to all services on the page. */
function ServiceIndex() {
  return (
    <nav className={styles.index} aria-label="Services on this page">
      <ul>
        {services.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
