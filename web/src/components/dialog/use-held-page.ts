import { useLayoutEffect } from "react";

/**
 * While the dialog is open, the page and any dialog below are inert and do not scroll. The width of
 * the scrollbar is reserved, so that nothing moves sideways.
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
