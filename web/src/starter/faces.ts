/**
 * The site's fonts, which are fetched after the first paint (docs/decisions/0005). A page that was
 * painted with fallback fonts switches at once if no text moves, else with the next page.
 */

/** Stored once the fonts are fetched: the next page reads it before its first paint. */
export const FACES_KEY = "faces";

const FACES = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/** How long after the navigation the fonts may still change, in milliseconds. */
const EARLY_MS = 2000;

/** How far text may move without counting as a layout shift, in CSS pixels. */
const STILL_PX = 3;

/**
 * Applies the fonts. The styles depend on an attribute of the root element: `fetched` when the
 * fonts are there, `worn` when they are applied.
 */
export function wearFaces() {
  document.documentElement.dataset.faces = "worn";
}

function takeFacesOff() {
  document.documentElement.dataset.faces = "fetched";
}

/** Fetches the fonts, for this page if they arrive early, and for later pages. */
export async function fetchFaces() {
  const fetched = Promise.all(FACES.map((face) => document.fonts.load(face)));
  if (!(await fetched.catch(() => undefined))) return;
  try {
    localStorage.setItem(FACES_KEY, "fetched");
  } catch {
    // Blocked or full storage: the next page fetches them again.
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

/** The position of every line of text down to the end of the visible part. */
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
