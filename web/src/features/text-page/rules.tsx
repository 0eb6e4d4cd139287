import type { Block } from "@bindings";
import { useEffect, useState } from "react";
import { Blocks } from "@/components/text/blocks";

/** The section of `content/pages/how-it-works.md` in whose place the rules stand, if a company has some. */
const SECTION = "what-points-are-worth-and-when";

const paragraph = (text: string): Block => ({
  kind: "paragraph",
  content: [{ kind: "text", text }],
});

const INTRODUCTION = paragraph(
  "What you refer now earns points by these rules, once it is successful. They stay the same for it, whatever we change later.",
);
const NO_MONEY = paragraph(
  "Points are not money: they earn no interest, and cannot be sold or given away. Log in on the referral page to see what you have, and what is on hold until when.",
);

/**
 * A text with the rules that hold now. A server writes them into the page as it is built, with both sections
 * in it (`crates/server/src/http/rules_page.rs`).
 */
export function WithRules({ blocks }: { blocks: readonly Block[] }) {
  const rules = useRules();
  const start = blocks.findIndex((block) => block.kind === "heading" && block.id === SECTION) + 1;
  if (start === 0) throw new Error(`content/pages/how-it-works.md has no section #${SECTION}`);
  const length = blocks.slice(start).findIndex(({ kind }) => kind === "heading");
  const end = length < 0 ? blocks.length : start + length;
  return (
    <>
      <Blocks blocks={blocks.slice(0, start)} />
      <div data-rules="" hidden={rules.length === 0}>
        <Blocks blocks={[INTRODUCTION]} />
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
        <Blocks blocks={[NO_MONEY]} />
      </div>
      <div data-no-rules="" hidden={rules.length > 0}>
        <Blocks blocks={blocks.slice(start, end)} />
      </div>
      <Blocks blocks={blocks.slice(end)} />
    </>
  );
}

/** What the server has written into the page or, on a page that React shows by itself, what it says. */
function useRules(): readonly string[] {
  const [rules, setRules] = useState(writtenRules);
  const isKnown = rules.length > 0;
  useEffect(() => {
    if (isKnown) return undefined;
    const leaving = new AbortController();
    // Whoever cannot be asked leaves the page as it was built.
    fetchRules(leaving.signal).then(setRules, () => undefined);
    return () => leaving.abort();
  }, [isKnown]);
  return rules;
}

function writtenRules(): readonly string[] {
  if (typeof document === "undefined") return [];
  return [...document.querySelectorAll("[data-rules] li")].map(({ textContent }) => textContent);
}

async function fetchRules(signal: AbortSignal): Promise<readonly string[]> {
  const { siteMode } = await import("@/programme/site-mode");
  if ((await siteMode()) !== "hosted") return [];
  const answer = await fetch("/api/programme/rewards", { signal });
  if (!answer.ok) return [];
  const { sentences } = (await answer.json()) as { sentences: readonly string[] };
  return sentences;
}
