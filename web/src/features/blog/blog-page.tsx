import type { PostSummary } from "@bindings";
import { Page, PageHeader } from "@/components/page/page";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/blog";
import { paths } from "@/paths";
import { PostCard } from "./post-card";
import styles from "./blog-page.module.css";

/** All posts, newest first (specification, section 2). */
export default function BlogPage() {
  return (
    <Page
      title={words.title}
      description={words.description({ company: site.name })}
      path={paths.blog}
    >
      <PageHeader title={words.title}>
        <p>{words.lead}</p>
      </PageHeader>
      <PostList posts={posts} />
    </Page>
  );
}

export function PostList({ posts: listed }: { posts: readonly PostSummary[] }) {
  if (listed.length === 0) return <EmptyBlog />;
  return (
    <div className={styles.posts}>
      {listed.map((post, index) => (
        <PostCard key={post.slug} post={post} first={index === 0} />
      ))}
    </div>
  );
}

/** Shown if there are no posts. */
function EmptyBlog() {
  return (
    <section className={styles.empty}>
      <h2>{words.none}</h2>
      <p>{words.noneLead}</p>
    </section>
  );
}
