import { firstPaint, savesData } from "./loading";

/** Whether the page is in the language that has fonts of ours. */
declare const __IS_ORIGINAL__: boolean;

const FONTS = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];

/**
 * Lets the page be painted in the fallback fonts, and only then fetches the site's fonts, because
 * they would share the connection with the page (docs/decisions/0005). When this has resolved,
 * `swapFonts` applies them. With data saving on, and in a script that they do not have, the fallbacks stay.
 */
export async function delayFonts() {
  const { dataset } = document.documentElement;
  if (!__IS_ORIGINAL__ || savesData()) {
    dataset.fonts = "never";
    return;
  }
  // Another page of the site has fetched them already.
  if (document.referrer.startsWith(location.origin)) return;
  dataset.fonts = "later";
  await firstPaint();
  await Promise.allSettled(FONTS.map((font) => document.fonts.load(font)));
}
