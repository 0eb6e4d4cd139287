/**
 * The one script of a page that is only read. It stands in the head of every page, runs before the
 * first paint, and is enough for the menu, the colour scheme, the cards and the faces. React comes
 * when there is a reason (docs/decisions/0023-react-comes-with-a-reason.md).
 */
import { leadCards } from "./cards";
import type * as faceModule from "./faces";
import { keepMenu } from "./menu";
import { bringReact, firstPaint } from "./react";
import { keepScheme } from "./scheme";

const { entry, faces, form } = document.currentScript?.dataset ?? {};

keepScheme();
wearKnownFaces();
keepMenu();
leadCards();
if (entry) bringReact(entry, form !== undefined);
// Faces that do not arrive are asked for by the next page.
if (faces) bringFaces(faces).catch(() => undefined);

/** Faces that an earlier page has fetched are worn from the first paint on. */
function wearKnownFaces() {
  try {
    if (localStorage.getItem("faces")) document.documentElement.dataset.faces = "worn";
  } catch {
    // A browser that lets nobody keep anything fetches them for each page.
  }
}

async function bringFaces(module: string) {
  if (document.documentElement.dataset.faces) return;
  await firstPaint();
  const { fetchFaces } = (await import(/* @vite-ignore */ module)) as typeof faceModule;
  await fetchFaces();
}
