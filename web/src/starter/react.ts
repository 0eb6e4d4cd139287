import { firstPaint } from "./loading";

/**
 * Loads React; `entry` is its module. A page that is only read loads it at the first sign that the
 * mouse or the keyboard will follow a link, so that the next page appears without loading. Other
 * pages load it after the first paint. Until then, and on touch screens, the browser follows links
 * itself.
 */
export function loadReact(entry: string, onlyRead: boolean) {
  reloadOnBack();
  if (onlyRead) loadOnIntent(entry);
  else void loadAfterPaint(entry);
}

function loadOnIntent(entry: string) {
  const listening = new AbortController();
  const { signal } = listening;
  // Only once: if it cannot be fetched, the browser keeps following links itself.
  const load = () => {
    listening.abort();
    fetchEntry(entry).catch(() => undefined);
  };
  const onPointer = ({ target, pointerType }: PointerEvent) => {
    if (pointerType === "mouse" && isOnLink(target)) load();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(":focus-visible")) load();
  };
  // A link that scrolls under a resting mouse does not count: the pointer does not move.
  addEventListener("pointermove", onPointer, { signal });
  addEventListener("focusin", onFocus, { signal });
}

/**
 * A failure shows a bar with a link that reloads the page, because browsers remember that a module
 * could not be fetched and do not ask for it again.
 */
async function loadAfterPaint(entry: string) {
  await firstPaint();
  fetchEntry(entry).catch(() => (document.documentElement.dataset.lost = ""));
}

let running = false;

async function fetchEntry(entry: string) {
  await import(/* @vite-ignore */ entry);
  running = true;
}

/**
 * Reloads the page that Back leads to. History entries that React made survive a reload, and
 * without React the browser only changes the address for them.
 */
function reloadOnBack() {
  const { pathname } = location;
  addEventListener("popstate", () => {
    if (!running && location.pathname !== pathname) location.reload();
  });
}

function isOnLink(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("a[href^='/'], [data-card]") !== null;
}
