/**
 * The one script of a page that is only read. It stands in the head of every page, runs before the
 * first paint, and is enough for the menu, the colour scheme, the cards and the faces. React comes
 * when there is a reason (docs/decisions/0023-react-comes-with-a-reason.md).
 */
import { leadCards } from "./cards";
import type * as faceModule from "./faces";
import { FACES_KEY, wearFaces } from "./faces";
import { keepMenu } from "./menu";
import { bringReact, firstPaint } from "./react";
import { keepScheme } from "./scheme";

const { entry, faces, read } = document.currentScript?.dataset ?? {};

keepScheme();
wearKnownFaces();
keepMenu();
leadCards();
document.addEventListener("DOMContentLoaded", showYear);
if (entry) bringReact(entry, read !== undefined);
// Faces that do not arrive are asked for by the next page.
if (faces) bringLater(faces).catch(() => undefined);

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

/** What may not stand between a page and its first paint: the manifest, and faces not known yet. */
async function bringLater(module: string) {
  await firstPaint();
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "/site.webmanifest";
  document.head.append(manifest);
  if (document.documentElement.dataset.faces) return;
  const { fetchFaces } = (await import(/* @vite-ignore */ module)) as typeof faceModule;
  await fetchFaces();
}
