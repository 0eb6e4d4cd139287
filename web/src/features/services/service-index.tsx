import type { Service } from "@bindings";
import styles from "./service-index.module.css";

/** All services at a glance, to jump to. */
export function ServiceIndex({ services }: { services: readonly Service[] }) {
  return (
    <nav className={styles.index} aria-label="Services on this page">
      <ul>
        {services.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
