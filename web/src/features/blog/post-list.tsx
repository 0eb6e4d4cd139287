import type { PostSummary } from "@bindings";
import { PostCard } from "./post-card";
import styles from "./post-list.module.css";

export function PostList({ posts }: { posts: readonly PostSummary[] }) {
  if (posts.length === 0) return <EmptyBlog />;
  return (
    <div className={styles.posts}>
      {posts.map((post, index) => (
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
