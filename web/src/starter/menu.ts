/** At this width the links are in the header. header.module.css has the same width. */
const WIDE = "(width >= 52rem)";

/**
 * The menu of small screens. Its state is the button's `aria-expanded`, which the styles use and
 * React leaves alone. While it is open, the page behind it is inert. Escape, a link, Back and a
 * wide window close it.
 */
export function handleMenu() {
  document.addEventListener("click", ({ target }) => {
    if (!(target instanceof Element)) return;
    if (target.closest("header button")) show(!isOpen());
    else if (target.closest("header a")) show(false);
  });
  document.addEventListener("keydown", ({ key, isComposing }) => {
    if (key !== "Escape" || isComposing || !isOpen()) return;
    show(false);
    menuButton()?.focus();
  });
  // Back leads to another page, and a page in the back/forward cache should return with a closed
  // menu.
  for (const type of ["popstate", "pagehide"]) addEventListener(type, () => show(false));
  matchMedia(WIDE).addEventListener("change", () => show(false));
}

function menuButton() {
  return document.querySelector<HTMLElement>("header button[aria-expanded]");
}

function isOpen() {
  return menuButton()?.ariaExpanded === "true";
}

function show(open: boolean) {
  const button = menuButton();
  if (!button || open === isOpen()) return;
  button.ariaExpanded = String(open);
  for (const part of document.querySelectorAll<HTMLElement>("main, footer")) part.inert = open;
}
