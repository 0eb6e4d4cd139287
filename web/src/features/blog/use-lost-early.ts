import { type RefObject, useEffect } from "react";

/**
 * A prerendered picture may have failed before React could listen for it: then it is complete and
 * has no width.
 */
export function useLostEarly(
  image: RefObject<HTMLImageElement | null>,
  onLost: (src: string) => void,
) {
  useEffect(() => {
    const picture = image.current;
    const src = picture?.getAttribute("src");
    if (!picture || !src || !picture.complete || picture.naturalWidth > 0) return;
    // A drawing without a size of its own is complete and has no width either: only decoding tells.
    picture.decode().catch(() => onLost(src));
  }, [image, onLost]);
}
