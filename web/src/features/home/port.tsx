import type { Office } from "@bindings";
import { classNames } from "@/components/class-names";
import styles from "./port.module.css";

/** The two offices on the map. Offices elsewhere are not drawn. */
const ENDS = { india: styles.chennai, qatar: styles.doha };

/** The label of an office on the map. Its position is in degrees. */
export function Port({ office }: { office: Office }) {
  const { id, city, latitude, longitude } = office;
  if (!isEnd(id)) return null;
  return (
    <p className={classNames(styles.port, ENDS[id])}>
      <span className={styles.city}>{city}</span>
      <span className={styles.place}>
        {degrees(latitude, "N", "S")}, {degrees(longitude, "E", "W")}
      </span>
    </p>
  );
}

function isEnd(id: string): id is keyof typeof ENDS {
  return Object.hasOwn(ENDS, id);
}

function degrees(angle: number, positive: string, negative: string): string {
  return `${Math.abs(angle).toFixed(2)}° ${angle < 0 ? negative : positive}`;
}
