/** TypeScript does not know this API yet. */
type Newer = { readonly connection?: { readonly saveData?: boolean } };

/** Whether the visitor has asked for less data. */
export function savesData(): boolean {
  return (
    (navigator as Newer).connection?.saveData === true ||
    matchMedia("(prefers-reduced-data: reduce)").matches
  );
}
