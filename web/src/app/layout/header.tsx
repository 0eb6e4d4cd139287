import { Link, NavLink } from "@/components/link/link";
import { Mark } from "@/components/drawing/drawing";
import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/layout";
import { paths } from "@/paths";
import styles from "./header.module.css";

const LINKS = [
  [paths.home, words.home],
  [paths.services, words.services],
  [paths.blog, words.blog],
  [paths.contact, words.contact],
  [paths.referral, words.referral],
] as const;

/**
 * The header. On small screens its links are a menu that starter/menu.ts opens and closes; without
 * script they are a plain list.
 */
export function Header() {
  return (
    <header className={styles.bar}>
      <div className={styles.inner}>
        <Link to={paths.home} className={styles.company}>
          <Mark className={styles.mark} />
          <span>{site.name}</span>
        </Link>
        <button type="button" className={styles.button} aria-expanded="false" aria-controls="menu">
          <span className={styles.lines} aria-hidden="true" />
          {words.menu}
        </button>
        <nav id="menu" className={styles.navigation} aria-label={words.main}>
          <ul>
            {LINKS.map(([path, label]) => (
              <li key={path}>
                <NavLink to={path} end={path === paths.home}>
                  {label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </header>
  );
}
