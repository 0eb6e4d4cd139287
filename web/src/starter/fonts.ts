/**
 * The site's fonts, fetched after the first paint. On narrow screens they are for the next page; wide
 * screens use them at once if they are there (docs/decisions/0005).
 */

/** Stored once the fonts are fetched: the next page reads it before its first paint. */
export const FONTS_KEY = "faces";

const FONTS = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/**
 * Applies the fonts. The styles depend on an attribute of the root element: `fetched` when the
 * fonts are there, `used` when they are applied.
 */
export function applyFonts() {
  document.documentElement.dataset.fonts = "used";
}

/** Fetches the fonts. The page that is open keeps its fallback fonts, so that nothing moves. */
export async function fetchFonts() {
  await Promise.all(FONTS.map((font) => document.fonts.load(font)));
  document.documentElement.dataset.fonts = "fetched";
  // Blocked or full storage: the next page fetches them again.
  localStorage.setItem(FONTS_KEY, "fetched");
}
