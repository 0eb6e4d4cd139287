/**
 * Makes the whole card a link. The link itself covers only the card's free space: the texts are
 * above it, so that they can be selected. A click on a text that selects nothing is forwarded to
 * the link with its modifier keys; the middle button opens a new tab.
 */
export function linkCards() {
  document.addEventListener("click", (event) => {
    if (event.defaultPrevented || getSelection()?.isCollapsed === false) return;
    linkBehind(event)?.dispatchEvent(new MouseEvent("click", event));
  });
  // Otherwise the middle button would start autoscroll.
  document.addEventListener("mousedown", (event) => {
    if (event.button === 1 && linkBehind(event)) event.preventDefault();
  });
  document.addEventListener("auxclick", (event) => {
    const link = event.button === 1 && linkBehind(event);
    if (link) open(link.href, "_blank", "noopener");
  });
}

/** The card's link, unless the click was on a link already. */
function linkBehind({ target }: MouseEvent): HTMLAnchorElement | null | undefined {
  if (!(target instanceof Element) || target.closest("a")) return null;
  return target.closest("[data-card]")?.querySelector("a");
}
