import type { Tone } from "@bindings";
import type { ReactNode } from "react";
import styles from "./tag.module.css";

/** A word or two on how a thing stands. A tone adds its colour and a mark of its own shape. */
export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
