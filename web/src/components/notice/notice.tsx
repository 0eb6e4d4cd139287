import type { Notice as NoticeWords } from "@bindings";
import { type ReactNode, useId } from "react";
import { NoticeIcon } from "./notice-icon";
import styles from "./notice.module.css";

type Props = {
  notice: NoticeWords;
  /** What the reader can do, such as a button. */
  children?: ReactNode;
};

/**
 * A banner in the page. An error is an alert: it is announced if it appears later, but not if the
 * page loads with it.
 */
export function Notice({ notice, children }: Props) {
  const titleId = useId();
  return (
    <section
      className={styles.notice}
      data-variant={notice.variant}
      role={notice.variant === "destructive" ? "alert" : undefined}
      aria-labelledby={titleId}
    >
      <NoticeIcon variant={notice.variant} className={styles.icon} />
      <div className={styles.words}>
        <p id={titleId} className={styles.title}>
          {notice.title}
        </p>
        <p>{notice.description}</p>
        {children && <div className={styles.actions}>{children}</div>}
      </div>
    </section>
  );
}
