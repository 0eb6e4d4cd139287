import { type RefObject, useEffect } from "react";

/** From here on the links stand in the bar; the same width as in header.module.css. */
const WIDE = "(width >= 52rem)";

/** Closes the menu on Escape and where the window becomes wide. */
export function useDisclosure(
  open: boolean,
  onMenu: (open: boolean) => void,
  button: RefObject<HTMLButtonElement | null>,
) {
  useEffect(() => {
    if (!open) return undefined;
    const close = () => onMenu(false);
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      onMenu(false);
      button.current?.focus();
    };
    const wide = window.matchMedia(WIDE);
    wide.addEventListener("change", close);
    document.addEventListener("keydown", closeOnEscape);
    return () => {
      wide.removeEventListener("change", close);
      document.removeEventListener("keydown", closeOnEscape);
    };
  }, [open, onMenu, button]);
}
