/** From here on the links stand in the bar; the same width as in header.module.css. */
const WIDE = "(width >= 52rem)";

/**
 * The menu of small screens. Its state is its button's `aria-expanded`, which the styles follow and
 * which React leaves alone. While it is open, the page behind it is out of reach. Escape, a link, Back
 * and a window that becomes wide close it.
 */
export function keepMenu() {
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
  // Back leads elsewhere; a page that the browser has put to sleep wakes with its menu closed.
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
