import { onlineManager } from "@tanstack/react-query";

/** After how long without a connection the site is tried again, in milliseconds. */
const RETRY_MS = 30_000;

/**
 * Records that the site was not reached, although the browser may think that it is online. What
 * waits for a connection is paused until the browser has one again, or for half a minute.
 */
export function connectionLost() {
  onlineManager.setOnline(false);
  setTimeout(() => onlineManager.setOnline(navigator.onLine), RETRY_MS);
}
