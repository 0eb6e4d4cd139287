/**
 * The only script of a page that is only read. It is in the head of every page, runs before the
 * first paint, and handles the menu, the colour scheme, the cards and the fonts. React is loaded
 * later (docs/decisions/0004-react-is-loaded-when-needed.md).
 */
import { linkCards } from "./cards";
import { firstPaint } from "./loading";
import { delayFonts } from "./fonts";
import type * as laterModule from "./later";
import { handleMenu } from "./menu";
import { loadReact } from "./react";
import { handleScheme } from "./scheme";

const { entry, later, read } = document.currentScript?.dataset ?? {};

handleScheme();
const fontsFetched = delayFonts();
handleMenu();
linkCards();
document.addEventListener("DOMContentLoaded", showYear);
if (entry) loadReact(entry, read !== undefined);
// If it fails, the next page fetches it again.
if (later) loadLater(later).catch(() => undefined);

/** Updates the footer to the visitor's year, because the page may have been built in another. */
function showYear() {
  const year = document.querySelector("[data-year]");
  if (year) year.textContent = String(new Date().getFullYear());
}

/** Loads what must not delay the first paint. */
async function loadLater(module: string) {
  await firstPaint();
  const { loadDeferred } = (await import(/* @vite-ignore */ module)) as typeof laterModule;
  loadDeferred(fontsFetched);
}
