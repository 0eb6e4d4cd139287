/** What is tried in turn, too little to be seen. The last one gives up. */
const LETTER_SPACINGS = [
  "0.005em",
  "-0.005em",
  "0.01em",
  "-0.01em",
  "0.015em",
  "-0.015em",
  "0.02em",
  "-0.02em",
  "",
];

/** Less than a line, and more than rounding. */
const SAME_LINE_PX = 8;

/**
 * Puts the site's fonts in the place of the fallbacks when they have arrived. A fallback is as wide
 * as its font on average, but here and there a line would break at another word and move what is
 * after it. In such a text, if it is in the window, the letters come a little closer or farther
 * apart. Headings stay as they are.
 */
export async function swapFonts(fetched: Promise<void>) {
  await fetched;
  const { dataset } = document.documentElement;
  if (dataset.fonts !== "later") return;
  let moved = Array.from(document.querySelectorAll<HTMLElement>("main :is(p, li, dt, dd)"))
    .filter(isInWindow)
    .map((text) => ({ text, before: placesIn(text) }));
  delete dataset.fonts;
  for (const spacing of LETTER_SPACINGS) {
    moved = moved.filter(({ text, before }) =>
      placesIn(text).some((place, at) => Math.abs(place - (before[at] ?? 0)) > SAME_LINE_PX),
    );
    for (const { text } of moved) text.style.letterSpacing = spacing;
  }
}

function isInWindow(text: Element) {
  const { top, bottom } = text.getBoundingClientRect();
  return top < innerHeight && bottom > 0;
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
