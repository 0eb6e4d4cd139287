import { site } from "@/content/generated/site";
import * as words from "@/content/generated/words/contact";
import { paths } from "@/paths";
import styles from "./numbers.module.css";

/** The numbers to call and to write to, for those who do not like forms. */
export function Numbers() {
  const { phone, whatsapp } = site;
  if (phone === null && whatsapp === null) return null;
  return (
    <ul className={styles.numbers}>
      {phone !== null && (
        <li>
          <a href={paths.call(phone)}>{words.call({ number: <bdi>{phone}</bdi> })}</a>
        </li>
      )}
      {whatsapp !== null && (
        <li>
          <a href={paths.chat(whatsapp)}>{words.whatsapp({ number: <bdi>{whatsapp}</bdi> })}</a>
        </li>
      )}
    </ul>
  );
}
