import type { Block } from "@bindings";
import { useId } from "react";
import { plainText } from "./words";
import styles from "./contents.module.css";

/** Shorter texts get no table of contents. */
const WORTH_LISTING = 3;

type ContentsProps = {
  /** The title of the list, such as "In this post". */
  title: string;
  blocks: readonly Block[];
};

/** Links to the main headings of a text. */
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
