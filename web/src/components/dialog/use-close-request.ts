import { useEffect, useEffectEvent } from "react";
import { isComposing } from "@/components/is-composing";

/** The part of CloseWatcher that is used here. TypeScript does not know it yet. */
type CloseWatcher = EventTarget & { destroy: () => void };

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * Calls back when the visitor wants to close: with Escape or Android's Back if the browser has
 * CloseWatcher, else with Escape only.
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
      // A watcher works only once, and the dialog may stay open.
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
