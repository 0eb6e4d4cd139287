import { useSyncExternalStore } from "react";

/** False on the server and while the page hydrates, so that both render the same; then true. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

function never() {
  return () => {};
}
