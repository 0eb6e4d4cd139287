import type { ReactNode } from "react";
import { Link } from "@/components/link/link";
import { ButtonLink } from "@/components/button/button";
import styles from "./next.module.css";

type NextProps = {
  heading: string;
  /** The button: its words, and where it leads. */
  act: readonly [string, string];
  /** The link beside it. */
  refer?: readonly [string, string];
  children: ReactNode;
};

/** What a reader can do, at the end of a page. */
export function Next({ heading, act: [act, where], refer, children }: NextProps) {
  return (
    <section className={styles.next} aria-labelledby="next">
      <h2 id="next">{heading}</h2>
      <p>{children}</p>
      <div className={styles.ways}>
        <ButtonLink to={where}>{act}</ButtonLink>
        {refer && <Link to={refer[1]}>{refer[0]}</Link>}
      </div>
    </section>
  );
}
