import { type RefObject, useEffect, useRef } from "react";

/**
 * Moves the focus to an area's heading when what the area shows has been replaced, and the focused
 * button with it. Where the focus is somewhere else by then, it stays there.
 */
export function useFollowFocus(area: RefObject<HTMLElement | null>, shown: string) {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    if (document.activeElement === null || document.activeElement === document.body) {
      area.current?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    }
  }, [area, shown]);
}
