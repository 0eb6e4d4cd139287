import type { PostSummary } from "@bindings";
import { EmptyBlog } from "./empty-blog";
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
