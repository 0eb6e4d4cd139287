import { LIMITS } from "@bindings";
import { type RefObject, useEffect, useEffectEvent } from "react";
import { isComposing } from "@/components/is-composing";

/**
 * Runs before all other listeners, so that the hotkey is ignored while an input method is
 * composing, and Escape in the region does not also close a dialog.
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
