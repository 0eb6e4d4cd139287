import { useLayoutEffect } from "react";

/**
 * Neither focus, pointer nor screen reader gets into the page while the dialog is open, and it does
 * not scroll. What its scrollbar took up stays free, so that nothing moves sideways.
 */
export function useHeldPage(): void {
  useLayoutEffect(() => {
    const page = document.getElementById("page");
    if (!page || page.inert) return;
    const { dataset, style, clientWidth } = document.documentElement;
    style.setProperty("--scrollbar", `${window.innerWidth - clientWidth}px`);
    dataset["held"] = "";
    page.inert = true;
    return () => {
      style.removeProperty("--scrollbar");
      delete dataset["held"];
      page.inert = false;
    };
  }, []);
}
