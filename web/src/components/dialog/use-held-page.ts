import { useLayoutEffect } from "react";

/** Neither focus, pointer nor screen reader gets into the page while the dialog is open. */
export function useHeldPage(): void {
  useLayoutEffect(() => {
    const page = document.getElementById("page");
    if (!page || page.inert) return;
    page.inert = true;
    return () => {
      page.inert = false;
    };
  }, []);
}
