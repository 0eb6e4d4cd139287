/**
 * The site's fonts, fetched after the first paint. On narrow screens they are for the next page; wide
 * screens use them at once if they are there (docs/decisions/0005).
 */

/** Stored once the fonts are fetched: the next page reads it before its first paint. */
export const FACES_KEY = "faces";

const FACES = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/**
 * Applies the fonts. The styles depend on an attribute of the root element: `fetched` when the
 * fonts are there, `used` when they are applied.
 */
export function applyFaces() {
  document.documentElement.dataset.faces = "used";
}

/** Fetches the fonts. The page that is open keeps its fallback fonts, so that nothing moves. */
export async function fetchFaces() {
  await Promise.all(FACES.map((face) => document.fonts.load(face)));
  document.documentElement.dataset.faces = "fetched";
  // Blocked or full storage: the next page fetches them again.
  localStorage.setItem(FACES_KEY, "fetched");
}
