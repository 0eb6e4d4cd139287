import { useEffect, useState } from "react";

let lastFocused: Element | null = null;

/**
 * The element that had the focus last. A button that is disabled during its action has already lost
 * the focus when the action opens a dialog.
 */
if (typeof document !== "undefined") {
  document.addEventListener("focusin", ({ target }) => {
    if (target instanceof Element) lastFocused = target;
  });
}

/** On closing, returns the focus to the element that had it before the dialog opened. */
export function useReturnedFocus(): void {
  const [opener] = useState(() => {
    const focused = document.activeElement;
    return focused && focused !== document.body ? focused : lastFocused;
  });

  useEffect(
    () => () => {
      // The dialog is closed already. If the focus has moved elsewhere, for example to a toast, it
      // stays there.
      const nowhere = !document.activeElement || document.activeElement === document.body;
      if (nowhere && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
