import { useEffect, useEffectEvent } from "react";
import { isComposing } from "@/components/is-composing";

/** What is used here of CloseWatcher, which TypeScript's library does not describe yet. */
type CloseWatcher = EventTarget & { destroy: () => void };

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Calls when the visitor asks to close: by Escape or Android's Back where the browser has
 * CloseWatcher, else by Escape alone.
 */
export function useCloseRequest(onClose: () => void): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const { CloseWatcher } = window;
    return CloseWatcher ? watch(CloseWatcher, () => close()) : listen(() => close());
  }, []);
}

function watch(CloseWatcher: new () => CloseWatcher, close: () => void) {
  let watcher: CloseWatcher;
  const start = () => {
    watcher = new CloseWatcher();
    watcher.addEventListener("close", () => {
      // A watcher works once, and the dialog may stay open.
      start();
      close();
    });
  };
  start();
  return () => watcher.destroy();
}

function listen(close: () => void) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && !isComposing(event) && !event.defaultPrevented) close();
  };
  document.addEventListener("keydown", onKeyDown);
  return () => document.removeEventListener("keydown", onKeyDown);
}
