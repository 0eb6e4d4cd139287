import { useEffect, useEffectEvent } from "react";
import { isComposing } from "@/components/is-composing";

/** The part that is used here of what TypeScript's library does not describe yet. */
type CloseWatcher = EventTarget & { destroy: () => void };

declare global {
  interface Window {
    CloseWatcher?: new () => CloseWatcher;
  }
}

/**
 * The platform's own wish to close: Escape and Android's Back where the browser has CloseWatcher,
 * else Escape alone.
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
      // A watcher serves once, and the owner may keep the dialog open.
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
