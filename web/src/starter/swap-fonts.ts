/** What is tried in turn, in em. A blank is 0.2 em wide. */
const WORD_SPACINGS = [0.02, -0.02, 0.05, -0.05, 0.08, -0.08, 0.12, -0.12, 0.18, 0];

/** Less than a line, and more than rounding. */
const SAME_LINE_PX = 8;

/**
 * Puts the site's fonts in the place of the fallbacks when they have arrived. A fallback is as wide
 * as its font on average, but here and there a line would break at another word and move what is
 * after it. In such a text, if it is in the window, the words come a little closer or farther apart.
 */
export async function swapFonts(fetched: Promise<void>) {
  await fetched;
  const { dataset } = document.documentElement;
  if (dataset.fonts !== "later") return;
  const texts = Array.from(document.querySelectorAll<HTMLElement>("main *"))
    .filter((element) => isInWindow(element) && isBlockOfText(element))
    .map((element) => ({ element, places: placesIn(element) }));
  delete dataset.fonts;
  for (const spacing of WORD_SPACINGS) {
    const moved = texts.filter(({ element, places }) =>
      placesIn(element).some((place, at) => Math.abs(place - (places[at] ?? 0)) > SAME_LINE_PX),
    );
    for (const { element } of moved) element.style.wordSpacing = `${spacing}em`;
  }
}

function isInWindow(element: Element) {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
}

/** A block with words of its own, or a row whose items wrap as words do. */
function isBlockOfText(element: Element) {
  const { display, flexWrap } = getComputedStyle(element);
  const hasWords = Array.from(element.childNodes).some((node) => node.nodeName === "#text");
  return flexWrap === "wrap" || (hasWords && display !== "inline");
}

/** Where each run of words begins and ends, measured from the top of its text. */
function placesIn(text: Element) {
  const start = text.getBoundingClientRect().top;
  const runs = document.createTreeWalker(text, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const places: number[] = [];
  while (runs.nextNode()) {
    range.selectNodeContents(runs.currentNode);
    const { top, bottom } = range.getBoundingClientRect();
    places.push(top + bottom - 2 * start);
  }
  return places;
}
