import type { Quotation } from "@bindings";
import { use } from "react";
import { Link, useLocation } from "react-router-dom";
import { Facts } from "@/components/facts/facts";
import { Next } from "@/components/facts/next";
import { Page, PageHeader } from "@/components/page/page";
import { BackLink, Columns } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import { bodies } from "@/content/generated/cases-bodies";
import { cases } from "@/content/generated/cases";
import { loaderOf } from "@/content/loader";
import { paths } from "@/paths";
import { offerOf } from "./offer-of";
import styles from "./case-page.module.css";

const loadText = loaderOf(bodies);

/** The page of a case. */
export default function CasePage() {
  const { pathname } = useLocation();
  const found = cases.find(({ slug }) => pathname.replace(/\/$/, "") === paths.case(slug));
  const text = loadText(pathname);
  if (!found || !text) return null;
  const { slug, title, summary, sector, service, asked, done, measured, quotation } = found;
  const offer = offerOf(service);
  return (
    <Page title={title} description={summary} path={paths.case(slug)}>
      <BackLink to={paths.cases}>All cases</BackLink>
      <PageHeader title={title}>
        <p>{summary}</p>
      </PageHeader>
      <Columns
        beside={
          <Facts
            facts={{
              Sector: sector,
              Service: offer && <Link to={offer.url}>{offer.title}</Link>,
            }}
          />
        }
      >
        <div className={styles.course}>
          <section>
            <h2>What was asked</h2>
            <p>{asked}</p>
          </section>
          <section>
            <h2>What was done</h2>
            <p>{done}</p>
          </section>
          <section>
            <h2>What was measured</h2>
            <ul className={styles.measured}>
              {measured.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </section>
          {quotation && <Quoted quotation={quotation} />}
        </div>
        <Blocks blocks={use(text)} />
        <Next heading="Something like this?" act={["Discuss your project", paths.ask(title)]}>
          Tell us what you need, where and by when.
        </Next>
      </Columns>
    </Page>
  );
}

CasePage.loadText = loadText;

/** What somebody said of it. */
function Quoted({ quotation: { text, by } }: { quotation: Quotation }) {
  return (
    <figure className={styles.quotation}>
      <blockquote>{text}</blockquote>
      <figcaption>
        <bdi>{by}</bdi>
      </figcaption>
    </figure>
  );
}
