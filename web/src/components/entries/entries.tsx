import type { ReactNode } from "react";
import { Link } from "@/components/link/link";
import styles from "./entries.module.css";

type EntryProps = {
  /** The address of its page. */
  url: string;
  title: string;
  /** Short facts, such as the place. Those that are empty are left out. */
  facts: readonly ReactNode[];
  /** The level of the title: that below the list's own. */
  heading?: "h2" | "h3";
  children?: ReactNode;
};

/** A list of what has a page of its own, an {@link Entry} each. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className={styles.entries}>{children}</ul>;
}

/** What has a page of its own: the link of its title, facts, and a sentence or two. */
export function Entry({ url, title, facts, heading: Heading = "h2", children }: EntryProps) {
  return (
    <li className={styles.entry}>
      <Heading className={styles.title}>
        <Link to={url}>{title}</Link>
      </Heading>
      <ul className={styles.facts}>
        {facts.filter(Boolean).map((fact, place) => (
          // Facts have no names, and never move.
          <li key={place}>{fact}</li>
        ))}
      </ul>
      {children !== undefined && <p>{children}</p>}
    </li>
  );
}
