import type { Inline } from "@bindings";
import { Fragment, createElement, type ReactNode } from "react";
import { Link } from "react-router-dom";
import styles from "./blocks.module.css";

/** Running text. */
export function Words({ content }: { content: readonly Inline[] }) {
  return createElement(Fragment, null, ...content.map(render));
}

function render(inline: Inline): ReactNode {
  switch (inline.kind) {
    case "text":
      return inline.text;
    case "emphasis":
      return (
        <em>
          <Words content={inline.content} />
        </em>
      );
    case "strong":
      return (
        <strong>
          <Words content={inline.content} />
        </strong>
      );
    case "code":
      return <code className={styles.code}>{inline.text}</code>;
    case "link":
      return (
        <Reference url={inline.url}>
          <Words content={inline.content} />
        </Reference>
      );
    case "break":
      return <br />;
  }
}

/** Within the site without loading a page; elsewhere like every other link. */
function Reference({ url, children }: { url: string; children: ReactNode }) {
  const ours = /^(\/(?!\/)|#)/.test(url);
  return ours ? <Link to={url}>{children}</Link> : <a href={url}>{children}</a>;
}
