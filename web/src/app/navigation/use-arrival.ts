import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { wearFaces } from "@/app/faces";
import { persist, remember, remembered } from "./scroll-memory";

/**
 * What a browser does when it opens another page, for a route change: start at the top or at the
 * anchor, or where Back left off; move the focus to the heading, so that it is read out.
 */
export function useArrival() {
  const { key, hash, pathname } = useLocation();
  const direction = useNavigationType();
  const arrivedAt = useRef(pathname);

  useEffect(() => {
    // A page that is shorter than the last moves the scroll position on its arrival. By then the
    // address is the new one already, and nothing is noted for the page that was left.
    const note = () => {
      if ((history.state?.key ?? "default") === key) remember(key, window.scrollY);
    };
    window.addEventListener("scroll", note, { passive: true });
    return () => window.removeEventListener("scroll", note);
  }, [key]);

  useEffect(() => {
    const leave = () => {
      persist();
      history.scrollRestoration = "auto";
    };
    if (document.readyState === "complete") restoreByHand();
    window.addEventListener("load", restoreByHand);
    window.addEventListener("pageshow", restoreByHand);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("load", restoreByHand);
      window.removeEventListener("pageshow", restoreByHand);
      window.removeEventListener("pagehide", leave);
    };
  }, []);

  const first = useRef(true);
  useLayoutEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    restoreByHand();
    const anchor = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    if (direction === "POP") window.scrollTo({ top: remembered(key), behavior: "instant" });
    else if (anchor) anchor.scrollIntoView({ behavior: "instant" });
    else window.scrollTo({ top: 0, behavior: "instant" });
    if (arrivedAt.current !== pathname) {
      arrivedAt.current = pathname;
      wearFaces();
      document.querySelector<HTMLElement>("main h1")?.focus({ preventScroll: true });
    }
  }, [key, hash, pathname, direction]);
}

/**
 * While this page lives, positions are restored by hand; when it is loaded again, by the browser.
 * Each entry of the history has a setting of its own.
 */
function restoreByHand() {
  history.scrollRestoration = "manual";
}
