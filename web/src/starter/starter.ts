/**
 * The one script of a page that is only read. It stands in the head of every page, runs before the
 * first paint, and is enough for the menu, the colour scheme, the cards and the faces. React comes
 * when there is a reason (docs/decisions/0023-react-comes-with-a-reason.md).
 */
import { leadCards } from "./cards";
import { FACES_KEY, wearFaces } from "./faces";
import type * as laterModule from "./later";
import { keepMenu } from "./menu";
import { bringReact, firstPaint } from "./react";
import { keepScheme } from "./scheme";

const { entry, later, read } = document.currentScript?.dataset ?? {};

keepScheme();
wearKnownFaces();
keepMenu();
leadCards();
document.addEventListener("DOMContentLoaded", showYear);
if (entry) bringReact(entry, read !== undefined);
// What does not arrive is asked for by the next page.
if (later) bringLater(later).catch(() => undefined);

/** Shows the visitor's year in the footer: the page may have been built in another. */
function showYear() {
  const year = document.querySelector("[data-year]");
  if (year) year.textContent = String(new Date().getFullYear());
}

/** Faces that an earlier page has fetched are worn from the first paint on. */
function wearKnownFaces() {
  try {
    if (localStorage.getItem(FACES_KEY)) wearFaces();
  } catch {
    // A browser that lets nobody keep anything fetches them for each page.
  }
}

/** What may not stand between a page and its first paint. */
async function bringLater(module: string) {
  await firstPaint();
  const { bringTheRest } = (await import(/* @vite-ignore */ module)) as typeof laterModule;
  await bringTheRest();
}
