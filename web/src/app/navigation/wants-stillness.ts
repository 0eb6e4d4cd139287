/**
 * Whether the visitor has asked for less motion. Read when it is wanted and not subscribed to: an
 * update that comes while the page hydrates would have React draw all of it anew.
 */
export function wantsStillness(): boolean {
  return (
    typeof window !== "undefined" && window.matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}
