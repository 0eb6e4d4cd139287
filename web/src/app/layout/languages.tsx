import { matchPath, useLocation } from "react-router-dom";
import { others } from "@/content/generated/language";
import { ROUTES } from "@/app/routes";
import { pathInLanguage, isBelow, paths } from "@/paths";

/** Links to the page in the other languages, or to their home pages where they do not have it. */
export function Languages({ className }: { className?: string | undefined }) {
  const { pathname } = useLocation();
  if (others.length === 0) return null;
  const isKnown = ROUTES.some(({ path }) => path !== "*" && matchPath(path, pathname));
  return (
    <ul className={className}>
      {others.map(({ name, tag, base, missing }) => (
        <li key={tag}>
          <a
            // The page for unknown addresses is prerendered at another one.
            suppressHydrationWarning
            href={pathInLanguage(
              isKnown && !isBelow(pathname, missing) ? pathname : paths.home,
              base,
            )}
            lang={tag}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
