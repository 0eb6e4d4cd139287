import { type FormEvent, useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { Link } from "@/components/link/link";
import { Page, PageHeader } from "@/components/page/page";
import { base } from "@/content/generated/language";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/search";
import { paths } from "@/paths";
import { AllPages } from "./all-pages";
import { search, type SearchIndex } from "./terms";
import styles from "./search-page.module.css";

/** The search. The index is fetched when somebody is about to search. */
export default function SearchPage() {
  const [params, setParams] = useSearchParams();
  const asked = params.get("q") ?? "";
  const [query, setQuery] = useState(asked);
  const { index, load } = useIndex(asked !== "");

  // The query of the address: a link to a search, or Back.
  const [before, setBefore] = useState(asked);
  if (before !== asked) {
    setBefore(asked);
    setQuery(asked);
  }

  const typed: Record<string, string> = query.trim() ? { q: query.trim() } : {};

  function keep(event: FormEvent) {
    event.preventDefault();
    setParams(typed, { replace: true });
  }

  /** For Back from a result. Not by the router, which would scroll to the top of this page. */
  function keepForBack() {
    history.replaceState(history.state, "", `?${new URLSearchParams(typed)}`);
  }

  return (
    <Page
      title={words.title}
      description={words.description({ company: site.name })}
      path={paths.search}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
      </PageHeader>
      <search className="needs-script">
        <form className={styles.form} onSubmit={keep}>
          <label htmlFor="search-field">{words.lookingFor}</label>
          <input
            id="search-field"
            type="search"
            name="q"
            autoComplete="off"
            value={query}
            onFocus={load}
            onChange={({ target }) => {
              load();
              setQuery(target.value);
            }}
          />
        </form>
      </search>
      <Results index={index} query={query} onLeave={keepForBack} />
      <AllPages />
    </Page>
  );
}

type ResultsProps = {
  index: SearchIndex | "failed" | undefined;
  query: string;
  /** Called when a result is pressed. */
  onLeave: () => void;
};

function Results({ index, query, onLeave }: ResultsProps) {
  const searching = query.trim() !== "";
  const failed = index === "failed";
  const found = index && !failed && searching ? search(index, query) : [];
  return (
    <>
      <output className={styles.count}>
        {searching && failed && words.failed}
        {searching && index && !failed && countLine(found.length, query)}
      </output>
      {found.length > 0 && (
        <ol className={styles.results} aria-label={words.results}>
          {found.map(({ url, title, description }) => (
            <li key={url}>
              <Link to={url} onClick={onLeave}>
                {title}
              </Link>
              <p>{description}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function countLine(count: number, query: string): string {
  const asked = { query: query.trim() };
  return count === 0 ? words.nothingFound(asked) : words.found({ ...asked, count });
}

let fetching: Promise<SearchIndex> | undefined;

/** Fetched once per page load. After a failure it can be fetched again. */
function fetchIndex(): Promise<SearchIndex> {
  fetching ??= fetch(`${base}/search.json`)
    .then((response) => response.json() as Promise<SearchIndex>)
    .catch((error: unknown) => {
      fetching = undefined;
      throw error;
    });
  return fetching;
}

/**
 * The index once it is loaded, or `failed`. With `wanted` it is fetched at once, because there is a
 * query already.
 */
function useIndex(wanted: boolean) {
  const [index, setIndex] = useState<SearchIndex | "failed">();
  const load = useCallback(() => {
    fetchIndex().then(setIndex, () => setIndex("failed"));
  }, []);

  useEffect(() => {
    if (wanted) load();
  }, [wanted, load]);

  return { index, load };
}
