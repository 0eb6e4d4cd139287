import { site } from "@/content/generated/site";
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
          <a href={paths.call(phone)}>
            Call <bdi>{phone}</bdi>
          </a>
        </li>
      )}
      {whatsapp !== null && (
        <li>
          <a href={paths.chat(whatsapp)}>
            WhatsApp <bdi>{whatsapp}</bdi>
          </a>
        </li>
      )}
    </ul>
  );
}
