import { Link } from "react-router-dom";
import { textPages } from "@/content/generated/addresses";
import { offers } from "@/content/generated/offers";
import { posts } from "@/content/generated/posts";
import { paths } from "@/paths";
import styles from "./search-page.module.css";

/** All pages, also without script. */
export function AllPages() {
  const services = offers.map(({ url, title }) => ({ url, title }));
  const articles = posts.map(({ slug, title }) => ({ url: paths.post(slug), title }));
  const lists = { Services: services, Articles: articles, "About us": textPages };
  return (
    <section className={styles.all} aria-label="All pages">
      {Object.entries(lists).map(
        ([name, pages]) =>
          pages.length > 0 && (
            <div key={name}>
              <h2>{name}</h2>
              <ul>
                {pages.map(({ url, title }) => (
                  <li key={url}>
                    <Link to={url}>{title}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </section>
  );
}
