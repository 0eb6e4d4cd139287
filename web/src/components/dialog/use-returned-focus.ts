import { useEffect, useState } from "react";

let lastFocused: Element | null = null;

/**
 * A button that is disabled while its work runs has lost the focus by the time that the work opens
 * a dialog, and Safari gives no focus to a pressed button at all. So the last one is kept.
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
      // By now the dialog is gone. If the focus went elsewhere, say to a toast, it stays there.
      const nowhere = !document.activeElement || document.activeElement === document.body;
      if (nowhere && opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
}
