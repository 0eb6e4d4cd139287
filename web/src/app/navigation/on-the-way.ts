let pages = 0;

/** Marks the document for as long as a page is on its way, so that the bar can show it. */
export function onTheWay<Page>(page: Promise<Page>): Promise<Page> {
  if (typeof document === "undefined") return page;
  pages += 1;
  document.documentElement.toggleAttribute("data-on-the-way", true);
  return page.finally(() => {
    pages -= 1;
    document.documentElement.toggleAttribute("data-on-the-way", pages > 0);
  });
}
