import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Remembers which element had the focus before it moved into the region. The returned function
 * moves it back, if it is still in the region.
 */
export function useFocusReturn(viewport: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    // The viewport's parent is Radix's landmark, which contains the focus sentinels.
    const region = viewport.current?.parentElement;
    const remember = ({ relatedTarget }: FocusEvent) => {
      if (relatedTarget instanceof Node && region?.contains(relatedTarget)) return;
      before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null;
    };
    region?.addEventListener("focusin", remember);
    return () => region?.removeEventListener("focusin", remember);
  }, [viewport]);

  return useCallback(() => {
    const focused = document.activeElement;
    if (!(focused instanceof HTMLElement)) return;
    if (!viewport.current?.parentElement?.contains(focused)) return;
    before.current?.focus();
    // There was no such element, or it is gone or inert.
    if (document.activeElement === focused) focused.blur();
  }, [viewport]);
}
