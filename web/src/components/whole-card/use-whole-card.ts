import { type RefObject, useEffect } from "react";

/**
 * Makes a card's words lead where its link leads. The link itself lies over the card's free space;
 * the words stand above it, so that they can be selected. A click on them that selected nothing is
 * handed to the link, with the keys that were held; the middle button opens it in a new tab.
 */
export function useWholeCard(card: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = card.current;
    if (!element) return undefined;
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener("click", follow, { signal });
    element.addEventListener("mousedown", keepStill, { signal });
    element.addEventListener("auxclick", openBeside, { signal });
    return () => listening.abort();
  }, [card]);
}

function follow(event: MouseEvent) {
  if (event.defaultPrevented || hasSelection()) return;
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  const held = { button, ctrlKey, metaKey, shiftKey, altKey };
  linkBehind(event)?.dispatchEvent(
    new MouseEvent("click", { ...held, bubbles: true, cancelable: true, view: window }),
  );
}

/** Else the middle button would start to scroll the page. */
function keepStill(event: MouseEvent) {
  if (event.button === 1 && linkBehind(event)) event.preventDefault();
}

function openBeside(event: MouseEvent) {
  const link = event.button === 1 ? linkBehind(event) : null;
  if (link) window.open(link.href, "_blank", "noopener");
}

/** The card's link, unless a link was hit: that one needs no help. */
function linkBehind({ target, currentTarget }: MouseEvent): HTMLAnchorElement | null {
  if (!(target instanceof Element) || !(currentTarget instanceof Element)) return null;
  return target.closest("a") ? null : currentTarget.querySelector("a");
}

function hasSelection(): boolean {
  return window.getSelection()?.isCollapsed === false;
}
