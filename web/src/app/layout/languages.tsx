import { matchPath, useLocation } from "react-router-dom";
import { useHydrated } from "@/components/use-hydrated";
import { others } from "@/content/generated/language";
import { ROUTES } from "@/app/routes";
import { pathInLanguage, isBelow, paths } from "@/paths";

/** Links to the page in the other languages, as it was opened, or to their home pages where they do not have it. */
export function Languages({ className }: { className?: string | undefined }) {
  const { pathname, search } = useLocation();
  // A prerendered page does not know its query.
  const query = useHydrated() ? search : "";
  if (others.length === 0) return null;
  const isKnown = ROUTES.some(({ path }) => path !== "*" && matchPath(path, pathname));
  return (
    <ul className={className}>
      {others.map(({ name, tag, base, missing }) => (
        <li key={tag}>
          <a
            // The page for unknown addresses is prerendered at another one.
            suppressHydrationWarning
            href={
              isKnown && !isBelow(pathname, missing)
                ? pathInLanguage(pathname, base) + query
                : pathInLanguage(paths.home, base)
            }
            lang={tag}
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
