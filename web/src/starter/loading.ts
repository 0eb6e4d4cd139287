/** What decides when a page loads more than it needs to be read, and whether it does. */

/** How long to wait for a paint that may never come, in milliseconds. */
const PAINT_TIMEOUT_MS = 3000;

/** Resolves when the page has been painted, or should have been. */
export function firstPaint(): Promise<void> {
  return new Promise((painted) => {
    new PerformanceObserver((list) => {
      if (list.getEntriesByName("first-contentful-paint").length > 0) painted();
    }).observe({ type: "paint", buffered: true });
    setTimeout(painted, PAINT_TIMEOUT_MS);
  });
}

/** TypeScript does not know this API yet. */
type Newer = { readonly connection?: { readonly saveData?: boolean } };

/** Whether the visitor has asked for less data. */
export function savesData(): boolean {
  return (
    (navigator as Newer).connection?.saveData === true ||
    matchMedia("(prefers-reduced-data: reduce)").matches
  );
}
