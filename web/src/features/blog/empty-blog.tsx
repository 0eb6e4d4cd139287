import styles from "./empty-blog.module.css";

/** Stands where the posts will stand. */
export function EmptyBlog() {
  return (
    <section className={styles.empty}>
      <h2>No Blog Posts Yet</h2>
      <p>Check back soon: the first post will stand here on the day it is published.</p>
    </section>
  );
}
