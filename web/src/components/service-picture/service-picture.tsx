import type { Service } from "@bindings";
import { classNames } from "@/components/class-names";
import { Drawing } from "@/components/drawing/service-drawing";
import styles from "./service-picture.module.css";

type ServicePictureProps = Pick<Service, "icon" | "colour" | "backgroundColour"> & {
  className?: string | undefined;
};

/** The drawing of a service in its colour, on its background. */
export function ServicePicture({ icon, colour, backgroundColour, className }: ServicePictureProps) {
  return (
    <div
      className={classNames(styles.ground, className)}
      data-colour={colour}
      data-ground={backgroundColour}
    >
      <Drawing icon={icon} className={styles.drawing} />
    </div>
  );
}
