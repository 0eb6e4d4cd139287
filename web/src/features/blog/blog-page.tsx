import type { PostSummary } from "@bindings";
import { Page, PageHeader } from "@/components/page/page";
import { posts } from "@/content/generated/posts";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import { PostCard } from "./post-card";
import styles from "./blog-page.module.css";

/** All posts, newest first (specification, section 2). */
export default function BlogPage() {
  return (
    <Page
      title="Blog"
      description={`Practical plans, methods and checklists from ${site.name} on recruitment, training, projects and aircraft maintenance.`}
      path={paths.blog}
    >
      <PageHeader title="Blog">
        <p>Practical guides: plans, methods and checklists. Use them with or without us.</p>
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
      <h2>No Blog Posts Yet</h2>
      <p>Check back soon: our first post will appear here.</p>
    </section>
  );
}
