let lastFocused: Element | null = null;

if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) lastFocused = target;
  });
}

/**
 * The element with the focus or, if none has it, the last one that had it: a button loses the focus
 * as soon as it is disabled during its action.
 */
export function focusedElement(): Element | null {
  const { activeElement, body } = document;
  return activeElement && activeElement !== body ? activeElement : lastFocused;
}
