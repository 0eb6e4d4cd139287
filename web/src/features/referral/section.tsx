import { type ReactNode, useId } from "react";
import { reader } from "./in-language";
import styles from "./referral.module.css";

type SectionProps = {
  title: ReactNode;
  /** Shown beside the heading if there is room. */
  beside?: ReactNode;
  explanation?: ReactNode;
  children?: ReactNode;
};

/** A section of the page with a heading. */
export function Section({ title, beside, explanation, children }: SectionProps) {
  const heading = useId();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.sectionHeading}>
        <h2 id={heading} tabIndex={-1}>
          {title}
        </h2>
        {beside}
      </div>
      {explanation && <p className={styles.explanation}>{explanation}</p>}
      {children}
    </section>
  );
}

type EntryProps = {
  title: ReactNode;
  /** Its status. */
  tag?: ReactNode;
  /** Each a {@link Fact}. */
  facts: ReactNode;
  /** More about it, and its actions. */
  children?: ReactNode;
};

/** An entry of a list: its title, its status and its facts. */
export function Entry({ title, tag, facts, children }: EntryProps) {
  const heading = useId();
  return (
    <li className={styles.entry} aria-labelledby={heading}>
      <div className={styles.head}>
        <h3 id={heading} dir="auto">
          {title}
        </h3>
        {tag}
      </div>
      <dl className={styles.facts}>{facts}</dl>
      {children}
    </li>
  );
}

/** A fact of an entry. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

/** An instant in the reader's format. */
export function Time({ at }: { at: number }) {
  const when = new Date(at);
  return <time dateTime={when.toISOString()}>{when.toLocaleString(reader)}</time>;
}
