import type { PostSummary } from "@bindings";
import { Link } from "@/components/link/link";
import { Picture } from "@/components/text/picture";
import { PostedOn } from "@/components/text/words";
import * as words from "@/content/generated/words/blog";
import { paths } from "@/paths";
import styles from "./post-card.module.css";

type PostCardProps = {
  post: PostSummary;
  /** Whether the card is at the top of the page, so that its picture loads first. */
  first?: boolean;
};

/**
 * A post in the list. The title's link covers the whole card and is the only tab stop. Read More,
 * which the specification requires, leads to the same page.
 */
export function PostCard({ post, first = false }: PostCardProps) {
  return (
    <article className={styles.card} data-card="">
      <Picture
        src={post.imageUrl}
        alt={post.imageAlt}
        width={post.imageWidth}
        height={post.imageHeight}
        loading={first ? "eager" : "lazy"}
        fetchPriority={first ? "high" : "auto"}
      />
      <div className={styles.words}>
        <p className={styles.category}>{post.category}</p>
        <h2 className={styles.title}>
          <Link to={paths.post(post.slug)} className={styles.link}>
            {post.title}
          </Link>
        </h2>
        <p className={styles.excerpt}>{post.excerpt}</p>
        <p className={styles.source}>
          <span>{post.author}</span>
          <PostedOn date={post.date} />
          <span>{words.minRead({ minutes: post.minutes })}</span>
        </p>
        <Link to={paths.post(post.slug)} className={styles.more} tabIndex={-1}>
          {words.readMore}
          <span className="visually-hidden">: {post.title}</span>
        </Link>
      </div>
    </article>
  );
}
