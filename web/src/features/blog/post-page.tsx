import { useParams } from "react-router-dom";
import { bodies } from "@/content/generated/posts-bodies";
import { loaderOf } from "@/content/loader";
import { ButtonLink } from "@/components/button/button";
import { Page, PageHeader } from "@/components/page/page";
import * as words from "@/content/generated/words/blog";
import { paths } from "@/paths";
import { posts } from "@/content/generated/posts";
import { MorePosts, PostArticle } from "./post-article";

const loadText = loaderOf(bodies);

/** How many posts are offered instead of an unknown one. */
const LATEST = 3;

/** The post with the slug in the address (specification, section 2). */
export default function PostPage() {
  const { slug = "" } = useParams();
  const loading = loadText(slug);
  return loading ? <PostArticle key={slug} slug={slug} loading={loading} /> : <PostNotFound />;
}

PostPage.loadText = loadText;

/** Shown for an unknown slug. */
function PostNotFound() {
  return (
    <Page title={words.notFound} description={words.notFoundDescription} path={paths.blog}>
      <PageHeader title={words.notFound}>
        <p>{words.notFoundLead}</p>
      </PageHeader>
      <ButtonLink to={paths.blog}>{words.backToBlog}</ButtonLink>
      <MorePosts heading={words.latest} slugs={posts.slice(0, LATEST).map(({ slug }) => slug)} />
    </Page>
  );
}
