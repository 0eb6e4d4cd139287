import { preload } from "@/app/routes";

/** Fetches the next screen while a visitor's finger or pointer is on its way to the link. */
export function preloadOnIntent() {
  for (const intent of ["pointerover", "pointerdown", "focusin"]) {
    document.addEventListener(intent, ({ target }) => {
      const link = target instanceof Element ? target.closest("a") : null;
      if (link?.origin === location.origin) void preload(link.pathname);
    });
  }
}
