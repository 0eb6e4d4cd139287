/** The address that links are resolved against. It is not shown anywhere. */
const SITE = "https://site.example";

/**
 * The links of the built pages that lead to no page of this site, or to no place on it. `pages` has
 * the HTML of each page by its address.
 */
export function brokenLinks(pages: ReadonlyMap<string, string>): string[] {
  return [...pages].flatMap(([page, html]) =>
    valuesOf(html, /<a\s[^>]*?href="([^"]*)"/g)
      .filter((href) => isBroken(new URL(href, SITE + page), pages))
      .map((href) => `${page} links to ${href}`),
  );
}

function isBroken({ origin, pathname, hash }: URL, pages: ReadonlyMap<string, string>) {
  if (origin !== SITE) return false;
  const html = pages.get(pathname);
  if (html === undefined) return true;
  return hash !== "" && !valuesOf(html, /\sid="([^"]*)"/g).includes(hash.slice(1));
}

function valuesOf(html: string, attribute: RegExp): string[] {
  return Array.from(html.matchAll(attribute), ([, value = ""]) => value.replaceAll("&amp;", "&"));
}
