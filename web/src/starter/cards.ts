/**
 * Makes a card's words lead where its link leads. The link itself lies over the card's free space;
 * the words stand above it, so that they can be selected. A click on them that selected nothing is
 * handed to the link, with the keys that were held; the middle button opens it in a new tab.
 */
export function leadCards() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
    linkBehind(event)?.dispatchEvent(new MouseEvent("click", event));
  });
  // Else the middle button would start to scroll the page.
  document.addEventListener("mousedown", (event) => {
    if (event.button === 1 && linkBehind(event)) event.preventDefault();
  });
  document.addEventListener("auxclick", (event) => {
    const link = event.button === 1 && linkBehind(event);
    if (link) open(link.href, "_blank", "noopener");
  });
}

/** The card's link, unless a link was hit: that one needs no help. */
function linkBehind({ target }: MouseEvent): HTMLAnchorElement | null | undefined {
  if (!(target instanceof Element) || target.closest("a")) return null;
  return target.closest("[data-card]")?.querySelector("a");
}
