import { useEffect, useState } from "react";
import { focusedElement } from "@/components/focused-element";

/** On closing, returns the focus to the element that had it before the dialog opened. */
export function useReturnedFocus(): void {
  const [opener] = useState(focusedElement);

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
