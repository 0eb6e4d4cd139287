import type { Block } from "@bindings";
import { plainText } from "./words";
import styles from "./post-contents.module.css";

/** With fewer headings than this a list of them helps nobody. */
const WORTH_LISTING = 3;

/** The post's main headings, to jump to. */
export function PostContents({ blocks }: { blocks: readonly Block[] }) {
  const headings = blocks.filter((block) => block.kind === "heading" && block.level === 2);
  if (headings.length < WORTH_LISTING) return null;
  return (
    <nav className={styles.contents} aria-labelledby="in-this-post">
      <p id="in-this-post">In this post</p>
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
