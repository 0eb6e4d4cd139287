import { useLayoutEffect } from "react";

/**
 * Neither focus, pointer nor screen reader gets into the page while the dialog is open, nor into a
 * dialog that was open before it; and the page does not scroll. What its scrollbar took up stays
 * free, so that nothing moves sideways.
 */
export function useHeldPage(): void {
  useLayoutEffect(() => {
    const below = [...document.querySelectorAll<HTMLElement>("dialog[open]:not([inert])")];
    for (const dialog of below) dialog.inert = true;
    return () => {
      for (const dialog of below) dialog.inert = false;
    };
  }, []);

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
