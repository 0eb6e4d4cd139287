import { Link } from "@/components/link/link";
import { textPages } from "@/content/generated/addresses";
import { offers } from "@/content/generated/offers";
import { posts } from "@/content/generated/posts";
import * as words from "@/content/generated/words/search";
import { isStored, paths } from "@/paths";
import styles from "./search-page.module.css";

/** All services, articles and pages of text, or those that are stored for reading offline, also without script. */
export function AllPages({ offline = false }: { offline?: boolean }) {
  const services = offers.map(({ url, title }) => ({ url, title }));
  const articles = posts.map(({ slug, title }) => ({ url: paths.post(slug), title }));
  const texts = textPages.filter(({ url }) => !offline || isStored(url));
  const lists = { [words.services]: services, [words.articles]: articles, [words.aboutUs]: texts };
  return (
    <section className={styles.all} aria-label={words.allPages}>
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
