import type { Office } from "@bindings";
import { classNames } from "@/components/class-names";
import { direction } from "@/content/generated/language";
import * as words from "@/content/generated/words/home";
import styles from "./port.module.css";

/** The two offices on the map. Offices elsewhere are not drawn. */
const ENDS = { india: styles.chennai, qatar: styles.doha };

/** The label of an office on the map. */
export function Port({ office }: { office: Office }) {
  const { id, city, country } = office;
  if (!isEnd(id)) return null;
  return (
    <p className={classNames(styles.port, ENDS[id])} dir={direction}>
      <span className={styles.city}>{city}</span>
      <span className={styles.place}>{words.office({ country })}</span>
    </p>
  );
}

function isEnd(id: string): id is keyof typeof ENDS {
  return Object.hasOwn(ENDS, id);
}
