import { useEffectEvent, useLayoutEffect, useRef } from "react";

/**
 * Moves the focus to `next` if a change of `shown` has removed the focused element. A focus
 * elsewhere stays.
 */
export function useLostFocus(shown: unknown, next: () => HTMLElement | null | undefined) {
  const before = useRef(shown);
  const focusNext = useEffectEvent(() => next()?.focus({ preventScroll: true }));

  useLayoutEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    const { activeElement, body } = document;
    if (activeElement === null || activeElement === body) focusNext();
  }, [shown]);
}
