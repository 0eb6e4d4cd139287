import type { Question } from "@bindings";
import { use } from "react";
import { useLocation } from "react-router-dom";
import { Next } from "@/components/facts/next";
import { Page, PageHeader } from "@/components/page/page";
import { BackLink, Columns } from "@/components/page/reading";
import { ServicePicture } from "@/components/service-picture/service-picture";
import { Blocks } from "@/components/text/blocks";
import { bodies } from "@/content/generated/service-pages-bodies";
import { loaderOf } from "@/content/loader";
import * as words from "@/content/generated/words/services";
import { paths } from "@/paths";
import styles from "./service-page.module.css";

const loadText = loaderOf(bodies);

/** The page of one service. Only services with a file have one. */
export default function ServicePage() {
  const { pathname } = useLocation();
  const loading = loadText(pathname);
  if (!loading) return null;
  const { service, description, questions, content } = use(loading);
  const { id, title, icon, colour, backgroundColour, included, next, refer } = service;
  return (
    <Page title={title} description={description} path={paths.service(id)}>
      <BackLink to={paths.services}>{words.allServices}</BackLink>
      <PageHeader title={title}>
        <p>{service.description[0]}</p>
      </PageHeader>
      <Columns
        beside={
          <aside className={styles.aside}>
            <ServicePicture {...{ icon, colour, backgroundColour }} className={styles.picture} />
            <h2>{words.whatItCovers}</h2>
            <ul className={styles.included}>
              {included.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </aside>
        }
      >
        <Blocks blocks={content} />
        <Questions questions={questions} />
        <Next
          heading={words.whatToTell}
          act={[words.discuss, paths.ask(title)]}
          refer={[words.referFor({ title }), paths.refer(refer)]}
        >
          {next}
        </Next>
      </Columns>
    </Page>
  );
}

ServicePage.loadText = loadText;

function Questions({ questions }: { questions: readonly Question[] }) {
  if (questions.length === 0) return null;
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">{words.questions}</h2>
      {questions.map(({ question, answer }) => (
        <div key={question}>
          <h3>{question}</h3>
          <p>{answer}</p>
        </div>
      ))}
    </section>
  );
}
