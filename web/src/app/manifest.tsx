import { useHydrated } from "@/components/use-hydrated";

/** It would be fetched before the first paint, and nobody installs a page that early. */
export function Manifest() {
  return useHydrated() && <link rel="manifest" href="/site.webmanifest" />;
}
