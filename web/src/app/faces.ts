/**
 * The company's faces, which a phone fetches after its first paint (docs/decisions/0005). A page that
 * has been painted in the fallbacks puts them on at once if that moves nothing, else with the next
 * page.
 */

/** The starter script in every page's head reads it, before the first paint. */
const KEY = "faces";
const FACES = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/** How long after the navigation a face may change under a reader, in milliseconds. */
const EARLY_MS = 2000;

/** How far a layout may move without anybody calling it a shift, in CSS pixels. */
const STILL_PX = 3;

let fetched = false;

/** Fetches the faces, for this page if they come early, and for the pages after it. */
export async function fetchFaces() {
  if (document.documentElement.dataset.faces !== undefined) return;
  try {
    await Promise.all(FACES.map((face) => document.fonts.load(face)));
    fetched = true;
    localStorage.setItem(KEY, "fetched");
  } catch {
    // Blocked or full storage forgets that they are there: the next page asks again.
  }
  if (fetched && performance.now() < EARLY_MS) wearIfStill();
}

/** Puts the faces on, once they are there: the whole page changes anyway. */
export function wearFaces() {
  if (fetched) document.documentElement.dataset.faces = "";
}

function wearIfStill() {
  const before = places();
  wearFaces();
  const after = places();
  const still =
    before.length === after.length &&
    before.every((place, at) => Math.abs(place - (after[at] ?? place)) < STILL_PX);
  if (!still) delete document.documentElement.dataset.faces;
}

/** Where every line of text begins, of all that is in sight or was passed on the way. */
function places(): number[] {
  const page = document.getElementById("page") ?? document.body;
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found: number[] = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    for (const { left, top } of range.getClientRects()) {
      if (top < window.innerHeight) found.push(left, top);
    }
  }
  return found;
}
