import type { ComponentProps } from "react";
import { classNames } from "@/components/class-names";
import styles from "./picture.module.css";

type PictureProps = ComponentProps<"img"> & { src: string; alt: string };

/** A picture. If it cannot be loaded, the browser shows its description. */
export function Picture({ alt, className, ...rest }: PictureProps) {
  return (
    // Without the picture element, React would hide a prerendered image inside an animated page
    // until its script runs.
    <picture className={classNames(styles.picture, className)}>
      <img {...rest} alt={alt} className={styles.image} decoding="async" />
    </picture>
  );
}
