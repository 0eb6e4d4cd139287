import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * What a browser does when it opens another page, for a route change: start at the top or at the
 * anchor, or where Back left off; move the focus to the heading, so that it is read out.
 */
export function useArrival() {
  const location = useLocation();
  const direction = useNavigationType();
  const arrivedAt = useRef(location);
  const entry = useRef("");

  // Before the router hears of it, so that it tells two such entries apart.
  useLayoutEffect(() => {
    const name = () => void nameEntry();
    window.addEventListener("popstate", name);
    return () => window.removeEventListener("popstate", name);
  }, []);

  useEffect(() => {
    // A page that is shorter than the last moves the scroll position on its arrival. By then the
    // address is the new one already, and nothing is noted for the page that was left.
    const note = () => {
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
        // Faces that came late are put on now: the whole page changes anyway. Said here, because the
        // faces' own module comes without React and may share nothing with it.
        const { dataset } = document.documentElement;
        if (dataset.faces) dataset.faces = "worn";
        document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
      }
    }
    remember(entry.current, window.scrollY);
  }, [location, direction]);
}

/** An entry that is new was made by the browser, for a link within the page: it is there already. */
function scrollBack(entry: string) {
  const top = remembered(entry);
  if (top !== undefined) window.scrollTo({ top, behavior: "instant" });
}

/** As the browser does: where the page has no such anchor, it stays where it is. */
function scrollToAnchor(hash: string, anotherPage: boolean) {
  const anchor = hash && anchorOf(hash.slice(1));
  if (anchor) anchor.scrollIntoView({ behavior: "instant" });
  else if (anotherPage || !hash) window.scrollTo({ top: 0, behavior: "instant" });
}

/** The HTML Standard's "find a potential indicated element": as it stands, then decoded. */
function anchorOf(fragment: string): HTMLElement | null {
  return document.getElementById(fragment) ?? document.getElementById(decoded(fragment));
}

/** Anybody can write an address, also one that cannot be decoded. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

/**
 * While this page lives, positions are restored by hand; when it is loaded again, by the browser.
 * Each entry of the history has a setting of its own.
 */
function restoreByHand() {
  history.scrollRestoration = "manual";
}

/** Where each entry of the history was scrolled to, for as long as the tab lives. */
const KEY = "scrollPositions";

const positions = new Map<string, number>(recall());

/**
 * Gives the present entry a name, unless it has one. The router names the entries that it makes;
 * one that the browser makes, for a link within a page, has none.
 */
function nameEntry(): string {
  const state = history.state as { key?: string } | null;
  if (state?.key) return state.key;
  const key = Math.random().toString(36).slice(2);
  history.replaceState({ ...state, key }, "");
  return key;
}

function remember(entry: string, position: number) {
  positions.set(entry, position);
}

/** `undefined` for an entry that was never shown. */
function remembered(entry: string): number | undefined {
  return positions.get(entry);
}

/** Keeps the positions over a reload. A browser that does not let us starts at the top. */
function persist() {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...positions]));
  } catch {
    // Nothing is lost but a scroll position.
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
