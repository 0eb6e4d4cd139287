/** Keys that are pressed while a dialog is sent. */
import { useEffect } from "react";

/**
 * Keeps the key that is pressed while a dialog is sent, and presses it as soon as the dialog has closed.
 * Of several, the second may be meant for what the first leads to, and Escape for the dialog: then none
 * is kept.
 */
export function useHeldKey() {
  useEffect(() => {
    let pressed: string[] = [];
    let frame = 0;

    function wait() {
      if (isSending()) {
        frame = requestAnimationFrame(wait);
        return;
      }
      const [key = "", ...others] = pressed;
      pressed = [];
      frame = 0;
      if (key.length !== 1 || others.length > 0 || document.querySelector("dialog[open]")) return;
      // Where the focus is in a field again, it is no shortcut.
      const target = document.activeElement ?? document.body;
      target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }

    function onKeyDown({ key, repeat, ctrlKey, metaKey, altKey }: KeyboardEvent) {
      if (repeat || ctrlKey || metaKey || altKey || key === "Shift") return;
      if (!frame && !isSending()) return;
      pressed.push(key);
      frame ||= requestAnimationFrame(wait);
    }
    document.addEventListener("keydown", onKeyDown, true);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("keydown", onKeyDown, true);
    };
  }, []);
}

const isSending = () => document.querySelector("dialog[open] [data-pending]") !== null;
