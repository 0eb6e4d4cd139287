import type { Office } from "@bindings";
import { classNames } from "@/components/class-names";
import styles from "./port.module.css";

/** The two offices on the map. Offices elsewhere are not drawn. */
const ENDS = { india: styles.chennai, qatar: styles.doha };

/** The label of an office on the map. */
export function Port({ office }: { office: Office }) {
  const { id, city, country } = office;
  if (!isEnd(id)) return null;
  return (
    <p className={classNames(styles.port, ENDS[id])}>
      <span className={styles.city}>{city}</span>
      <span className={styles.place}>{country} office</span>
    </p>
  );
}

function isEnd(id: string): id is keyof typeof ENDS {
  return Object.hasOwn(ENDS, id);
}
