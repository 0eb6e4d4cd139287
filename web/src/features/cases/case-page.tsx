import type { Quotation } from "@bindings";
import { Link, useLocation } from "react-router-dom";
import { EntryPage } from "@/components/facts/entry-page";
import { Next } from "@/components/facts/next";
import { bodies } from "@/content/generated/cases-bodies";
import { cases } from "@/content/generated/cases";
import { offers } from "@/content/generated/offers";
import { loaderOf } from "@/content/loader";
import { paths } from "@/paths";
import styles from "./case-page.module.css";

const loadText = loaderOf(bodies);

/** The page of a case. */
export default function CasePage() {
  const { pathname } = useLocation();
  const found = cases.find(({ slug }) => pathname.replace(/\/$/, "") === paths.case(slug));
  const text = loadText(pathname);
  if (!found || !text) return null;
  const { slug, title, sector, service, asked, done, measured, quotation } = found;
  const offer = offers.find(({ id }) => id === service);
  return (
    <EntryPage
      entry={found}
      path={paths.case(slug)}
      back={["All cases", paths.cases]}
      facts={{
        Sector: sector,
        Service: offer && <Link to={offer.url}>{offer.title}</Link>,
      }}
      before={
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
      }
      text={text}
    >
      <Next heading="Something like this?" act={["Discuss your project", paths.ask(title)]}>
        Tell us what you need, where and by when.
      </Next>
    </EntryPage>
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
