import type { Tone } from "@bindings";
import type { ReactNode } from "react";
import styles from "./tag.module.css";

/** A status of a word or two. A tone adds a colour and a symbol. */
export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
