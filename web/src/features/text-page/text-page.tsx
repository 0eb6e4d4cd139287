import { lazy, use } from "react";
import { useLocation } from "react-router-dom";
import { Page, PageHeader } from "@/components/page/page";
import { Columns } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import { Contents } from "@/components/text/contents";
import { loaderOf } from "@/content/loader";
import { bodies } from "@/content/generated/text-pages-bodies";
import * as words from "@/content/generated/words/text-pages";
import { paths } from "@/paths";

const loadText = loaderOf(bodies);
/** Only one page has each. */
const AboutFacts = lazy(() => import("./about-facts"));
const WithRules = lazy(() => import("./rules"));

/** A page of text, such as the terms. Each file has one. */
export default function TextPage() {
  const { pathname } = useLocation();
  const loading = loadText(pathname);
  if (!loading) return null;
  const { title, description, lead, content } = use(loading);
  const path = `/${pathname.replaceAll("/", "")}`;
  return (
    <Page title={title} description={description} path={path}>
      <PageHeader title={title}>
        <p>{lead}</p>
      </PageHeader>
      <Columns beside={<Contents title={words.onThisPage} blocks={content} />}>
        {path === paths.about && <AboutFacts />}
        {path === paths.howItWorks ? <WithRules blocks={content} /> : <Blocks blocks={content} />}
      </Columns>
    </Page>
  );
}

TextPage.loadText = loadText;
