import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";

let lastFocused: Element | null = null;

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) lastFocused = target;
  });
  // Whoever presses elsewhere leaves it, unless it is only disabled during its action.
  document.addEventListener("pointerdown", ({ target }) => {
    const stays = lastFocused?.contains(target as Node) || lastFocused?.matches(":disabled");
    if (!stays) lastFocused = null;
  });
}

/**
 * The element with the focus or, if none has it, the last one that had it: a button loses the focus
 * as soon as it is disabled during its action.
 */
export function focusedElement(): Element | null {
  const { activeElement } = document;
  return isFocused(activeElement) ? activeElement : lastFocused;
}

/** When the component goes, returns the focus to the element that had it when it came. */
export function useReturnedFocus(): void {
  const [opener] = useState(focusedElement);

  useEffect(
    () => () => {
      // If the focus has moved elsewhere, for example to a toast, it stays there.
      const moved = isFocused(document.activeElement);
      if (!moved && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}

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
    if (!isFocused(document.activeElement)) focusNext();
  }, [shown]);
}

/** Browsers name the body, or nothing, if no element has the focus. */
function isFocused(activeElement: Element | null) {
  return activeElement !== null && activeElement !== document.body;
}
