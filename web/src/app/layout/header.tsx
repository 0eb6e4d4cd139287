import { type RefObject, useEffect, useId, useRef } from "react";
import { Link, NavLink } from "react-router-dom";
import { Mark } from "@/components/drawing/drawing";
import { site } from "@/content/generated/site";
import { paths } from "@/paths";
import styles from "./header.module.css";

const LINKS = [
  [paths.home, "Home"],
  [paths.services, "Services"],
  [paths.blog, "Blog"],
  [paths.contact, "Contact Us"],
  [paths.referral, "Referral"],
] as const;

type Props = {
  menuOpen: boolean;
  onMenu: (open: boolean) => void;
};

/** The bar at the top. On small screens its links are a menu; without script, a plain list. */
export function Header({ menuOpen, onMenu }: Props) {
  const menu = useId();
  const button = useRef<HTMLButtonElement>(null);
  useDisclosure(menuOpen, onMenu, button);

  return (
    <header className={styles.bar} data-open={menuOpen || undefined}>
      <div className={styles.inner}>
        <Link to={paths.home} className={styles.company}>
          <Mark className={styles.mark} />
          <span>{site.name}</span>
        </Link>
        <button
          ref={button}
          type="button"
          className={styles.button}
          aria-expanded={menuOpen}
          aria-controls={menu}
          onClick={() => onMenu(!menuOpen)}
        >
          <span className={styles.lines} aria-hidden="true" />
          Menu
        </button>
        <nav id={menu} className={styles.navigation} aria-label="Main">
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

/** From here on the links stand in the bar; the same width as in header.module.css. */
const WIDE = "(width >= 52rem)";

/** Closes the menu on Escape and where the window becomes wide. */
function useDisclosure(
  open: boolean,
  onMenu: (open: boolean) => void,
  button: RefObject<HTMLButtonElement | null>,
) {
  useEffect(() => {
    if (!open) return undefined;
    const close = () => onMenu(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      onMenu(false);
      button.current?.focus();
    };
    const wide = window.matchMedia(WIDE);
    wide.addEventListener("change", close);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      wide.removeEventListener("change", close);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [open, onMenu, button]);
}
