import { type ComponentPropsWithRef, type RefObject, useEffect, useRef, useState } from "react";
import { classNames } from "@/components/class-names";
import styles from "./picture.module.css";

type PictureProps = Omit<ComponentPropsWithRef<"img">, "ref" | "onError"> & {
  src: string;
  alt: string;
};

/** A picture. If it cannot be loaded, its description is shown in a box of the same size. */
export function Picture({ src, alt, className, ...rest }: PictureProps) {
  const ref = useRef<HTMLImageElement>(null);
  const [lost, setLost] = useState<string>();
  useLostEarly(ref, setLost);

  if (lost === src) {
    const { width = 3, height = 2 } = rest;
    return <MissingPicture alt={alt} shape={`0 0 ${width} ${height}`} className={className} />;
  }
  return (
    // Without the picture element, React would hide a prerendered image inside an animated page
    // until its script runs.
    <picture className={classNames(styles.picture, className)}>
      <img
        {...rest}
        ref={ref}
        src={src}
        alt={alt}
        className={styles.image}
        decoding="async"
        onError={() => setLost(src)}
      />
    </picture>
  );
}

type MissingPictureProps = {
  alt: string;
  /** The viewBox that gives the box the picture's height. */
  shape: string;
  className: string | undefined;
};

function MissingPicture({ alt, shape, className }: MissingPictureProps) {
  return (
    <span
      className={classNames(styles.missing, className)}
      {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}
    >
      <svg className={styles.place} viewBox={shape} aria-hidden="true" />
      <span className={styles.caption} aria-hidden="true">
        <svg className={styles.frame} viewBox="0 0 48 36">
          <path d="M1 1h46v34H1zM1 30C14 12 32 8 47 12" />
        </svg>
        {alt}
      </span>
    </span>
  );
}

/**
 * A prerendered picture may have failed before React listened for it. Then it is complete and has
 * no width.
 */
function useLostEarly(image: RefObject<HTMLImageElement | null>, onLost: (src: string) => void) {
  useEffect(() => {
    const picture = image.current;
    const src = picture?.getAttribute("src");
    if (!picture || !src || !picture.complete || picture.naturalWidth > 0) return;
    // An SVG without a size is also complete without a width, so only decoding shows whether it
    // failed.
    picture.decode().catch(() => onLost(src));
  }, [image, onLost]);
}
