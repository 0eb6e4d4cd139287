import type { Quotation } from "@bindings";
import { useLocation } from "react-router-dom";
import { Link } from "@/components/link/link";
import { EntryPage } from "@/components/facts/entry-page";
import { Next } from "@/components/facts/next";
import { bodies } from "@/content/generated/cases-bodies";
import { cases } from "@/content/generated/cases";
import { offers } from "@/content/generated/offers";
import { loaderOf } from "@/content/loader";
import * as words from "@/content/generated/words/cases";
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
      back={[words.allCases, paths.cases]}
      facts={{
        [words.sector]: sector,
        [words.service]: offer && <Link to={offer.url}>{offer.title}</Link>,
      }}
      before={
        <div className={styles.course}>
          <section>
            <h2>{words.asked}</h2>
            <p>{asked}</p>
          </section>
          <section>
            <h2>{words.done}</h2>
            <p>{done}</p>
          </section>
          <section>
            <h2>{words.measured}</h2>
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
      <Next heading={words.somethingLikeThis} act={[words.discuss, paths.ask(title)]}>
        {words.next}
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
