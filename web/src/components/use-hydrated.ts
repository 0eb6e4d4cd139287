import { useSyncExternalStore } from "react";

/** False on the server and during hydration, so that both render the same; then true. */
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
