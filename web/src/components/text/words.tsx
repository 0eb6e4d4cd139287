import { locale } from "@/content/generated/language";
import type { Inline } from "@bindings";
import { createElement, Fragment, type ReactNode } from "react";
import { Link } from "@/components/link/link";
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

/** A link. Within the site, the router handles it. */
function Reference({ url, children }: { url: string; children: ReactNode }) {
  const ours = /^(\/(?!\/)|#)/.test(url);
  return ours ? <Link to={url}>{children}</Link> : <a href={url}>{children}</a>;
}

/** The text without emphasis and links. */
export function plainText(content: readonly Inline[]): string {
  return content.map(words).join("");
}

function words(inline: Inline): string {
  switch (inline.kind) {
    case "text":
    case "code":
      return inline.text;
    case "break":
      return " ";
    case "emphasis":
    case "strong":
    case "link":
      return plainText(inline.content);
  }
}

/** The months are written out, because numeric dates mean different days in different countries. */
const LONG = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

/** A date of publication, YYYY-MM-DD. */
export function PostedOn({ date }: { date: string }) {
  return <time dateTime={date}>{LONG.format(new Date(date))}</time>;
}
