import type { Block } from "@bindings";
import { Fragment, createElement } from "react";
import { Picture } from "./picture";
import { Words } from "./words";
import styles from "./blocks.module.css";

/** Renders a body. Its parts never move, so they need no keys. */
export function Blocks({ blocks }: { blocks: readonly Block[] }) {
  return createElement(Fragment, null, ...blocks.map(render));
}

function render(block: Block) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${block.level}` as const;
      return (
        <Heading id={block.id} className={styles.heading}>
          <Words content={block.content} />
        </Heading>
      );
    }
    case "paragraph":
      return (
        <p className={styles.paragraph}>
          <Words content={block.content} />
        </p>
      );
    case "list":
      return createElement(
        block.ordered ? "ol" : "ul",
        { className: styles.list },
        ...block.items.map(renderItem),
      );
    case "quote":
      return (
        <blockquote className={styles.quote}>
          <Blocks blocks={block.content} />
        </blockquote>
      );
    case "picture":
      return (
        <Picture
          className={styles.picture}
          src={block.url}
          alt={block.alt}
          width={block.width}
          height={block.height}
          loading="lazy"
        />
      );
    case "rule":
      return <hr className={styles.rule} />;
  }
}

function renderItem(item: readonly Block[]) {
  return (
    <li>
      <Blocks blocks={item} />
    </li>
  );
}
