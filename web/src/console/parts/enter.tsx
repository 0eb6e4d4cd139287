import type { KeyboardEvent, ReactNode } from "react";
import styles from "./command-dialog.module.css";
import { isComposing } from "@/components/is-composing";
import { TOUCH } from "@/components/touch";

/**
 * Enter sends the form from each of its fields: from a text of several lines, where Shift and Enter
 * begin the next one, and from a choice, where browsers disagree about Enter. A keyboard on the
 * screen has no such Shift: there, Enter begins the next line, and the button sends.
 */
export function sendsForm(event: KeyboardEvent) {
  const { target, key, shiftKey, altKey, nativeEvent } = event;
  if (key !== "Enter" || shiftKey || altKey || isComposing(nativeEvent)) return;
  if (!(target instanceof HTMLElement) || target.matches("button, a")) return;
  if (target.matches("textarea") && matchMedia(TOUCH).matches) return;
  event.preventDefault();
  target.closest("form")?.requestSubmit();
}

/** Fields whose form is sent by Enter. */
export function EnterSends({ children }: { children: ReactNode }) {
  return (
    <div role="presentation" className={styles.fields} onKeyDown={sendsForm}>
      {children}
    </div>
  );
}
