import type { Block } from "@bindings";
import { useId } from "react";
import { plainText } from "./words";
import styles from "./contents.module.css";

/** With fewer headings than this a list of them helps nobody. */
const WORTH_LISTING = 3;

type ContentsProps = {
  /** What the list is called, such as "In this post". */
  title: string;
  blocks: readonly Block[];
};

/** The main headings of a text, to jump to. */
export function Contents({ title, blocks }: ContentsProps) {
  const id = useId();
  const headings = blocks.filter((block) => block.kind === "heading" && block.level === 2);
  if (headings.length < WORTH_LISTING) return null;
  return (
    <nav className={styles.contents} aria-labelledby={id}>
      <p id={id}>{title}</p>
      <ul>
        {headings.map(
          (block) =>
            block.kind === "heading" && (
              <li key={block.id}>
                <a href={`#${block.id}`}>{plainText(block.content)}</a>
              </li>
            ),
        )}
      </ul>
    </nav>
  );
}
