import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Remembers what had the focus before it moved into the region. The function that it returns moves the
 * focus back, if it is still in the region.
 */
export function useFocusReturn(viewport: RefObject<HTMLElement | null>): () => void {
  const before = useRef<HTMLElement | null>(null);

  useEffect(() => {
    // The viewport's parent is Radix's landmark, with the sentinels that Tab passes through.
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
    // Nothing had it before, or that is gone or inert by now.
    if (document.activeElement === focused) focused.blur();
  }, [viewport]);
}
