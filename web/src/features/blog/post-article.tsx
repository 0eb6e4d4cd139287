import type { Post } from "@bindings";
import { Fragment, use } from "react";
import { Link } from "@/components/link/link";
import { Page } from "@/components/page/page";
import { BackLink } from "@/components/page/reading";
import { Blocks } from "@/components/text/blocks";
import { Contents } from "@/components/text/contents";
import { Picture } from "@/components/text/picture";
import { PostedOn } from "@/components/text/words";
import { hasSearch } from "@/content/generated/addresses";
import { posts } from "@/content/generated/posts";
import * as words from "@/content/generated/words/blog";
import { paths } from "@/paths";
import styles from "./post-article.module.css";

type PostArticleProps = {
  slug: string;
  /** The post, which the page waits for. */
  loading: Promise<Post>;
};

export function PostArticle({ slug, loading }: PostArticleProps) {
  const post = use(loading);
  const summary = posts.find((listed) => listed.slug === slug);
  return (
    <Page title={post.title} description={summary?.excerpt ?? post.title} path={paths.post(slug)}>
      <article className={styles.article}>
        <header className={styles.header}>
          <BackLink to={paths.blog}>{words.backToTheBlog}</BackLink>
          <p className={styles.category}>{post.category}</p>
          <h1 tabIndex={-1}>{post.title}</h1>
          <p className={styles.source}>
            <span>{post.author}</span>
            <PostedOn date={post.date} />
            {summary && <span>{words.minRead({ minutes: summary.minutes })}</span>}
          </p>
        </header>
        {summary && (
          <Picture
            className={styles.picture}
            src={summary.imageUrl}
            alt={summary.imageAlt}
            width={summary.imageWidth}
            height={summary.imageHeight}
            fetchPriority="high"
          />
        )}
        <Contents title={words.inThisPost} blocks={post.content} />
        <div className={styles.body}>
          <Blocks blocks={post.content} />
          <p className={styles.last}>
            {words.anyQuestions({ write: <Link to={paths.contact}>{words.writeToUs}</Link> })}
          </p>
          {summary && summary.tags.length > 0 && (
            <p className={styles.source}>
              {words.tags}
              {summary.tags.map((tag) => (
                <Fragment key={tag}> {tagLink(tag)}</Fragment>
              ))}
            </p>
          )}
          <MorePosts heading={words.readNext} slugs={post.related} />
        </div>
      </article>
    </Page>
  );
}

/** A link to the search for a tag. */
function tagLink(tag: string) {
  return hasSearch ? <Link to={paths.searchFor(tag)}>{tag}</Link> : tag;
}

/** Links to posts. */
export function MorePosts({ heading, slugs }: { heading: string; slugs: readonly string[] }) {
  const listed = slugs.flatMap((slug) => posts.filter((post) => post.slug === slug));
  if (listed.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related">
      <h2 id="related">{heading}</h2>
      <ul>
        {listed.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={paths.post(slug)}>{title}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
