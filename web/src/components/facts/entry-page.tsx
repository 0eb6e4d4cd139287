import { type ReactNode, use } from "react";
import type { Block } from "@bindings";
import { Page, PageHeader } from "@/components/page/page";
import { BackLink, Columns } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import styles from "./facts.module.css";

type EntryPageProps = {
  entry: { readonly title: string; readonly summary: string };
  /** Its address. */
  path: string;
  /** The link to the list: its words, and the address. */
  back: readonly [string, string];
  /** Facts, each with its name. Those without a value are left out. */
  facts: Readonly<Record<string, ReactNode>>;
  /** What comes before the text. */
  before?: ReactNode;
  /** The text, which the page waits for. */
  text: Promise<Block[]>;
  /** What comes after it: what a reader can do. */
  children: ReactNode;
};

/** The page of an entry of a list, such as a vacancy: its title, its facts beside its text, and what to do. */
export function EntryPage({ entry, path, back, facts, before, text, children }: EntryPageProps) {
  const { title, summary } = entry;
  return (
    <Page title={title} description={summary} path={path}>
      <BackLink to={back[1]}>{back[0]}</BackLink>
      <PageHeader title={title}>
        <p>{summary}</p>
      </PageHeader>
      <Columns
        beside={
          <dl className={styles.facts}>
            {Object.entries(facts).map(
              ([name, value]) =>
                Boolean(value) && (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ),
            )}
          </dl>
        }
      >
        {before}
        <Blocks blocks={use(text)} />
        {children}
      </Columns>
    </Page>
  );
}
