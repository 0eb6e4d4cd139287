import type { Post } from "@bindings";
import { use } from "react";
import { Link } from "react-router-dom";
import { Page } from "@/components/page/page";
import { posts } from "@/content/posts";
import { paths } from "@/paths";
import { Blocks } from "./blocks";
import { Picture } from "./picture";
import { PostContents } from "./post-contents";
import { PostedOn } from "./words";
import styles from "./post-article.module.css";

type PostArticleProps = {
  slug: string;
  /** The post on its way; the page waits for it. */
  loading: Promise<Post>;
};

export function PostArticle({ slug, loading }: PostArticleProps) {
  const post = use(loading);
  const summary = posts.find((listed) => listed.slug === slug);
  return (
    <Page title={post.title} description={summary?.excerpt ?? post.title} path={paths.post(slug)}>
      <article className={styles.article}>
        <header className={styles.header}>
          <Link to={paths.blog} className={styles.back}>
            Back to the blog
          </Link>
          <p className={styles.category}>{post.category}</p>
          <h1 tabIndex={-1}>{post.title}</h1>
          <p className={styles.source}>
            <span>{post.author}</span>
            <PostedOn date={post.date} />
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
        <PostContents blocks={post.content} />
        <div className={styles.body}>
          <Blocks blocks={post.content} />
          <p className={styles.last}>
            Questions about this post? <Link to={paths.contact}>Write to us</Link>.
          </p>
        </div>
      </article>
    </Page>
  );
}
