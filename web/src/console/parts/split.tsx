import type { ReactNode, RefObject } from "react";
import { CloseButton } from "@/components/close-button/close-button";
import styles from "./split.module.css";

type SplitProps = {
  /** Whether something of the list is open beside it. */
  isOpen: boolean;
  children: ReactNode;
};

/** A list, and beside it what was chosen of it. Where there is no room for both, what was chosen. */
export function Split({ isOpen, children }: SplitProps) {
  return (
    <div className={styles.split} data-split={isOpen || undefined}>
      {children}
    </div>
  );
}

/** The list of a split screen. */
export function SplitList({ children }: { children: ReactNode }) {
  return <div className={styles.list}>{children}</div>;
}

type HeadingProps = Pick<SplitProps, "isOpen" | "children">;

/** The heading of the list. The heading of the page is that of what is open, if something is. */
export function SplitHeading({ isOpen, children }: HeadingProps) {
  const Heading = isOpen ? "h2" : "h1";
  return <Heading className={styles.heading}>{children}</Heading>;
}

type PaneProps = {
  ref: RefObject<HTMLElement | null>;
  /** What is open, such as "Referral". */
  label: string;
  onClose: () => void;
  children: ReactNode;
};

/** What was chosen of the list. `b` closes it as well. */
export function SplitPane({ ref, label, onClose, children }: PaneProps) {
  return (
    <section ref={ref} tabIndex={-1} aria-label={label} className={styles.pane}>
      <div className={styles.close}>
        <CloseButton aria-label={`Close the ${label.toLowerCase()}`} title="b" onClick={onClose} />
      </div>
      {children}
    </section>
  );
}
