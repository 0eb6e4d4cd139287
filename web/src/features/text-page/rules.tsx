import type { Block, Explanation } from "@bindings";
import { Fragment, createElement, useEffect, useState } from "react";
import { Blocks } from "@/components/text/blocks";
import styles from "@/components/text/blocks.module.css";

/** The section of `content/en/pages/how-it-works.md` in whose place they stand, if a company has some. */
const SECTION = "what-points-are-worth-and-when";

/** What a server repeats with its own words. */
const EMPTY: readonly Explanation[] = [{ text: "", list: [""], ordered: false }];

/**
 * A text with the rules and the catalogue that hold now. A server writes them into the page as it is built, with
 * the section that they replace still in it (`crates/server/src/pages/rules_page.rs`).
 */
export default function WithRules({ blocks }: { blocks: readonly Block[] }) {
  const explanations = useExplanations();
  const [start, end] = sectionOf(blocks);
  return (
    <>
      <Blocks blocks={blocks.slice(0, start)} />
      <div data-rules="" hidden={explanations === EMPTY}>
        {explanations.map(({ text, list, ordered }) => (
          <Fragment key={text}>
            <p className={styles.paragraph}>{text}</p>
            {list.length > 0 &&
              createElement(ordered ? "ol" : "ul", { className: styles.list }, ...list.map(item))}
          </Fragment>
        ))}
      </div>
      <div data-no-rules="" hidden={explanations !== EMPTY}>
        <Blocks blocks={blocks.slice(start, end)} />
      </div>
      <Blocks blocks={blocks.slice(end)} />
    </>
  );
}

/** The blocks of the section, from the first after its heading to the next heading. */
function sectionOf(blocks: readonly Block[]): [start: number, end: number] {
  const start = blocks.findIndex((block) => block.kind === "heading" && block.id === SECTION) + 1;
  if (start === 0) throw new Error(`content/en/pages/how-it-works.md has no section #${SECTION}`);
  const length = blocks.slice(start).findIndex(({ kind }) => kind === "heading");
  return [start, length < 0 ? blocks.length : start + length];
}

/** Items never move, so they need no keys: two may read alike. */
const item = (text: string) => <li>{text}</li>;

/** What the server has written into the page or, on a page that React shows by itself, what it says. */
function useExplanations(): readonly Explanation[] {
  const [explanations, setExplanations] = useState(written);
  const isKnown = explanations !== EMPTY;
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    // Whoever cannot be asked leaves the page as it was built.
    fetchExplanations(leaving.signal).then(setExplanations, () => undefined);
    return () => leaving.abort();
  }, [isKnown]);
  return explanations;
}

function written(): readonly Explanation[] {
  if (typeof document === "undefined") return EMPTY;
  const found = [...document.querySelectorAll("[data-rules]:not([hidden]) > p")];
  if (found.length === 0) return EMPTY;
  return found.map(({ textContent, nextElementSibling: next }) => ({
    text: textContent,
    list: next?.matches("ul, ol") ? [...next.children].map((child) => child.textContent) : [],
    ordered: next?.matches("ol") ?? false,
  }));
}

async function fetchExplanations(signal: AbortSignal): Promise<readonly Explanation[]> {
  const { programmeRewards } = await import("@/programme/programme-rewards");
  const explanations = (await programmeRewards(signal))?.explanations ?? [];
  return explanations.length > 0 ? explanations : EMPTY;
}
