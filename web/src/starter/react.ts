/** How long a page waits for a paint that never comes, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Brings React, whose entry module is given. A page has it after the first paint, unless it is only
 * read: then it comes with the first sign that a mouse or the keyboard is about to follow a link, so
 * that the next page is shown without loading. Until then, and under a finger, links are the
 * browser's own.
 */
export function bringReact(entry: string, onlyRead: boolean) {
  showOtherPages();
  if (onlyRead) bringWithSign(entry);
  else bringAfterPaint(entry);
}

function bringWithSign(entry: string) {
  const listening = new AbortController();
  const { signal } = listening;
  // Once: where it cannot be fetched, links go on being the browser's.
  const bring = () => {
    listening.abort();
    fetchEntry(entry).catch(() => undefined);
  };
  const bringForMouse = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "mouse" && leadsOn(target)) bring();
  };
  const bringForKeyboard = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(":focus-visible")) bring();
  };
  // A link that scrolls below a mouse that rests does not count, and moves nothing.
  addEventListener("pointermove", bringForMouse, { signal });
  addEventListener("focusin", bringForKeyboard, { signal });
}

/** What does not arrive is said, and asked for again with whatever the visitor does next. */
function bringAfterPaint(entry: string) {
  const { dataset } = document.documentElement;
  const bring = () =>
    fetchEntry(entry).then(
      () => delete dataset.lost,
      () => (dataset.lost = ""),
    );
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, bring);
  void firstPaint().then(bring);
}

let fetching: Promise<unknown> | undefined;
let running = false;

/** Fetches and runs it once. What could not be fetched can be asked for again. */
function fetchEntry(entry: string) {
  fetching ??= import(/* @vite-ignore */ entry).then(
    () => (running = true),
    (error: unknown) => {
      fetching = undefined;
      throw error;
    },
  );
  return fetching;
}

/**
 * Loads the page that Back leads to. Entries of the history that React made outlive a reload, and
 * without React the browser changes no more than the address for them.
 */
function showOtherPages() {
  const { pathname } = location;
  addEventListener("popstate", () => {
    if (!running && location.pathname !== pathname) location.reload();
  });
}

function leadsOn(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a[href^='/'], [data-card]") !== null;
}

/** When the page has been painted, or should have been. */
export function firstPaint(): Promise<void> {
  return new Promise((painted) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) painted();
    }).observe({ type: "paint", buffered: true });
    setTimeout(painted, PATIENCE_MS);
  });
}
