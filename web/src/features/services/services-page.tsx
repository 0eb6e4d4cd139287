import { Page, PageHeader } from "@/components/page/page";
import { services } from "@/content/generated/services";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/services";
import { listed } from "@/content/format";
import { paths } from "@/paths";
import { ServiceArticle } from "./service-article";
import styles from "./services-page.module.css";

/** The six services with their descriptions (specification, section 2). */
export default function ServicesPage() {
  return (
    <Page
      title={words.title}
      description={words.description({
        company: site.name,
        services: listed(services.map(({ title }) => title)),
      })}
      path={paths.services}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
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
    <nav className={styles.index} aria-label={words.onThisPage}>
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
