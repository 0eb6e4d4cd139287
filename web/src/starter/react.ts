/** How long a page with a form waits for a paint that never comes, in milliseconds. */
const PATIENCE_MS = 3000;

/**
 * Brings React, whose entry module is given. A page with a form has it after the first paint. A page
 * that is only read has it with the first sign that a mouse or the keyboard is about to follow a
 * link, so that the next page comes without loading; until then, and under a finger, links are the
 * browser's own.
 */
export function bringReact(entry: string, form: boolean) {
  if (form) takeOver(entry);
  else {
    // Without React, a link is the browser's: nothing has to be said where it could not be fetched.
    const start = () => void fetchOnce(entry).catch(() => undefined);
    // A link that scrolls below a mouse that rests does not count, and moves nothing.
    addEventListener("pointermove", ({ target, pointerType }) => {
      if (pointerType === "mouse" && leadsOn(target)) start();
    });
    addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) start();
    });
  }
}

/** Brings React to a page with a form, and hands it the button that was pressed meanwhile. */
function takeOver(entry: string) {
  let pressed: HTMLElement | null = null;
  const note = ({ target }: Event) => {
    if (target instanceof Element) pressed = target.closest("main button") ?? pressed;
  };
  const start = async () => {
    const { dataset } = document.documentElement;
    try {
      await fetchOnce(entry);
    } catch {
      dataset.lost = "";
      return;
    }
    delete dataset.lost;
    removeEventListener("click", note);
    if (pressed?.offsetParent) pressed.click();
    pressed = null;
  };
  addEventListener("click", note);
  for (const type of ["pointerdown", "keydown"]) addEventListener(type, start, { once: true });
  void firstPaint().then(start);
}

let fetching: Promise<unknown> | undefined;

/** What could not be fetched is asked for again by the next who wants it. */
function fetchOnce(entry: string) {
  fetching ??= import(/* @vite-ignore */ entry).catch((error: unknown) => {
    fetching = undefined;
    throw error;
  });
  return fetching;
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
