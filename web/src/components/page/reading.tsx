/** Parts of pages that are read. */
import type { ReactNode } from "react";
import { Link, type LinkProps } from "@/components/link/link";
import styles from "./reading.module.css";

/** A link to the list that a page belongs to. */
export function BackLink(props: LinkProps) {
  return <Link {...props} className={styles.back} />;
}

/** A text, with something beside it where there is room. */
export function Columns({ beside, children }: { beside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      {beside}
      <div className={styles.body}>{children}</div>
    </div>
  );
}
