import type { Service } from "@bindings";
import { Link } from "@/components/link/link";
import { ServicePicture } from "@/components/service-picture/service-picture";
import * as words from "@/content/generated/words/services";
import { paths } from "@/paths";
import styles from "./service-article.module.css";

/** A service: purpose, method, scope and next steps. */
export function ServiceArticle({ service }: { service: Service }) {
  const { id, title, description, included, next, url } = service;
  const heading = `${id}-title`;
  return (
    <article id={id} className={styles.service} aria-labelledby={heading}>
      <ServicePicture {...pictureOf(service)} className={styles.picture} />
      <h2 id={heading} className={styles.title}>
        {url === null ? title : <Link to={url}>{title}</Link>}
      </h2>
      <div className={styles.description}>
        {description.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {url !== null && (
          <Link to={url} className={styles.start}>
            {words.moreAbout({ title })}
          </Link>
        )}
      </div>
      <div className={styles.terms}>
        <section>
          <h3>{words.whatItCovers}</h3>
          <ul className={styles.included}>
            {included.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </section>
        <section>
          <h3>{words.whatToTell}</h3>
          <p>{next}</p>
          <Link
            to={paths.ask(title)}
            className={styles.start}
            aria-label={words.discussAbout({ title })}
          >
            {words.discuss}
          </Link>
        </section>
      </div>
    </article>
  );
}

function pictureOf({ icon, colour, backgroundColour }: Service) {
  return { icon, colour, backgroundColour };
}
