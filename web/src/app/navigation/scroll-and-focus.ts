import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * Does for a route change what a browser does when it opens a page: scrolls to the top, to the
 * anchor or, after Back, to the earlier position; and focuses the heading, so that it is announced.
 */
export function useScrollAndFocus() {
  const location = useLocation();
  const direction = useNavigationType();
  const arrivedAt = useRef(location);
  const entry = useRef("");

  // Runs before the router handles the event, so that the router can tell two such entries apart.
  useLayoutEffect(() => {
    const name = () => void nameEntry();
    window.addEventListener("popstate", name);
    return () => window.removeEventListener("popstate", name);
  }, []);

  useEffect(() => {
    // A page that is shorter than the last one changes the scroll position when it appears. By then
    // the address is the new one, so nothing is saved for the page that was left.
    const note = () => {
      // Following the same link again replaces the entry, and Firefox tells nobody.
      if (!nameOfEntry()) entry.current = nameEntry();
      if (nameEntry() === entry.current) remember(entry.current, window.scrollY);
    };
    const leave = () => {
      persist();
      history.scrollRestoration = "auto";
    };
    if (document.readyState === "complete") restoreByHand();
    window.addEventListener("scroll", note, { passive: true });
    window.addEventListener("load", restoreByHand);
    window.addEventListener("pageshow", restoreByHand);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("scroll", note);
      window.removeEventListener("load", restoreByHand);
      window.removeEventListener("pageshow", restoreByHand);
      window.removeEventListener("pagehide", leave);
    };
  }, []);

  useLayoutEffect(() => {
    entry.current = nameEntry();
    const before = arrivedAt.current;
    arrivedAt.current = location;
    if (before !== location) {
      restoreByHand();
      const anotherPage = before.pathname !== location.pathname;
      if (direction === "POP") scrollBack(entry.current);
      else scrollToAnchor(location.hash, anotherPage);
      if (anotherPage) {
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }
    }
    remember(entry.current, window.scrollY);
  }, [location, direction]);
}

/** The browser itself adds an entry for a link within the page, and has scrolled already. */
function scrollBack(entry: string) {
  const top = remembered(entry);
  if (top !== undefined) window.scrollTo({ top, behavior: "instant" });
}

/** As in browsers, the position stays if the page has no such anchor. */
function scrollToAnchor(hash: string, anotherPage: boolean) {
  const anchor = hash && anchorOf(hash.slice(1));
  if (anchor) anchor.scrollIntoView({ behavior: "instant" });
  else if (anotherPage || !hash) window.scrollTo({ top: 0, behavior: "instant" });
}

/**
 * The HTML Standard's "find a potential indicated element": the fragment as written, then decoded.
 */
function anchorOf(fragment: string): HTMLElement | null {
  return document.getElementById(fragment) ?? document.getElementById(decoded(fragment));
}

/** An address may contain anything, even what cannot be decoded. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * Turns off the browser's scroll restoration while this page lives and turns it on for a reload.
 * Each history entry has its own setting.
 */
function restoreByHand() {
  history.scrollRestoration = "manual";
}

/** The scroll positions of the history entries, kept until the tab is closed. */
const KEY = "scrollPositions";

const positions = new Map<string, number>(recall());

/**
 * Returns the present entry's name and sets one if it has none. The router names its own entries;
 * an entry that the browser adds for a link within a page has no name.
 */
function nameEntry(): string {
  const name = nameOfEntry();
  if (name) return name;
  const key = Math.random().toString(36).slice(2);
  history.replaceState({ ...history.state, key }, "");
  return key;
}

function nameOfEntry() {
  return (history.state as { key?: string } | null)?.key;
}

function remember(entry: string, position: number) {
  positions.set(entry, position);
}

/** `undefined` for an entry that was never shown. */
function remembered(entry: string): number | undefined {
  return positions.get(entry);
}

/** Saves the positions for a reload. If the browser refuses, the page starts at the top. */
function persist() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]));
  } catch {
    // Only a scroll position is lost.
  }
}

function recall(): [string, number][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? "[]");
    return Array.isArray(entries) ? entries.filter(isPosition) : [];
  } catch {
    return [];
  }
}

function isPosition(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === "string" && typeof entry[1] === "number";
}
