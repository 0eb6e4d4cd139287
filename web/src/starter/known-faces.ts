/**
 * Whether the page wears the company's faces stands on the document's root, where the styles look:
 * `fetched` once they are there, `worn` once they are put on.
 */

/** Says that they have been fetched: the next page reads it before its first paint. */
export const FACES_KEY = "faces";

export function wearFaces() {
  document.documentElement.dataset.faces = "worn";
}

export function takeFacesOff() {
  document.documentElement.dataset.faces = "fetched";
}
