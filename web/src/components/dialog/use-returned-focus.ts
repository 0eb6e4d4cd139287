import { useEffect, useState } from "react";

let lastFocused: Element | null = null;

/**
 * The last element that had the focus. A button that is disabled while its work runs has lost the focus
 * by the time that the work opens a dialog.
 */
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) lastFocused = target;
  });
}

/** On closing, gives the focus back to what had it before the dialog opened. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    return focused && focused !== document.body ? focused : lastFocused;
  });

  useEffect(
    () => () => {
      // The dialog is gone by now. A focus that has moved on, to a toast for example, stays there.
      const nowhere = !document.activeElement || document.activeElement === document.body;
      if (nowhere && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
