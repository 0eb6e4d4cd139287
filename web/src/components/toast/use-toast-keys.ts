import { LIMITS } from "@bindings";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { isComposing } from "@/components/is-composing";

/**
 * Comes before every other listener: the hotkey does nothing while text is being composed, and Escape
 * inside the region does not also close a dialog.
 */
export function useToastKeys(viewport: RefObject<HTMLElement | null>, onEscape: () => void) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const inside =
      event.target instanceof Node && viewport.current?.parentElement?.contains(event.target);
    if (isComposing(event)) {
      if (event.code === LIMITS.toastHotkey) event.stopImmediatePropagation();
    } else if (event.key === "Escape" && inside) {
      event.preventDefault();
      event.stopImmediatePropagation();
      onEscape();
    }
  });

  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener("keydown", listener, { capture: true });
    return () => window.removeEventListener("keydown", listener, { capture: true });
  }, []);
}
