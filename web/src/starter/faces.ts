/**
 * The company's faces, which a phone fetches after its first paint (docs/decisions/0005). A page that
 * has been painted in the fallbacks puts them on at once if that moves nothing, else with the next
 * page.
 */

/** Says that they have been fetched: the next page reads it before its first paint. */
export const FACES_KEY = "faces";

const FACES = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/** How long after the navigation a face may change under a reader, in milliseconds. */
const EARLY_MS = 2000;

/** How far a layout may move without anybody calling it a shift, in CSS pixels. */
const STILL_PX = 3;

/**
 * Puts the faces on. Whether the page wears them stands on the document's root, where the styles look:
 * `fetched` once they are there, `worn` once they are put on.
 */
export function wearFaces() {
  document.documentElement.dataset.faces = "worn";
}

function takeFacesOff() {
  document.documentElement.dataset.faces = "fetched";
}

/** Fetches the faces, for this page if they come early, and for the pages after it. */
export async function fetchFaces() {
  const fetched = Promise.all(FACES.map((face) => document.fonts.load(face)));
  if (!(await fetched.catch(() => undefined))) return;
  try {
    localStorage.setItem(FACES_KEY, "fetched");
  } catch {
    // Blocked or full storage forgets that they are there: the next page asks again.
  }
  takeFacesOff();
  if (performance.now() < EARLY_MS) wearIfStill();
}

function wearIfStill() {
  const before = linePositions();
  wearFaces();
  const after = linePositions();
  const still =
    before.length === after.length &&
    before.every((line, at) => Math.abs(line - (after[at] ?? line)) < STILL_PX);
  if (!still) takeFacesOff();
}

/** Where every line of text begins, of all that is in sight or was passed on the way. */
function linePositions(): number[] {
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
