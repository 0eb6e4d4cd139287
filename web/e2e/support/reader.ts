/** A screen reader that runs in the page: what it says from the beginning to the end. */
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { intercept } from "./requests";

const READER = fileURLToPath(import.meta.resolve("@guidepup/virtual-screen-reader/browser.js"));
/** The address of its script. The policy allows only the site's own scripts. */
const ADDRESS = "/screen-reader.js";

type Reader = {
  start(options: { container: Node }): Promise<void>;
  stop(): Promise<void>;
  next(): Promise<void>;
  lastSpokenPhrase(): Promise<string>;
  spokenPhraseLog(): Promise<string[]>;
};

/**
 * Expects these phrases in this order, possibly with others between them, and no meaningless ones.
 */
export async function expectSpoken(page: Page, expected: readonly (string | RegExp)[]) {
  await test.step("a screen reader reads it out", async () => {
    const phrases = await spoken(page);
    let at = 0;
    for (const phrase of expected) {
      const next = phrases.findIndex(
        (said, place) =>
          place >= at && (phrase instanceof RegExp ? phrase.test(said) : said === phrase),
      );
      expect(next, `“${phrase}” after “${phrases[at - 1]}”: ${phrases.join(" / ")}`).not.toBe(-1);
      at = next + 1;
    }
    expect(phrases.filter((said) => NAMELESS.test(said))).toEqual([]);
    expect(skippedLevels(phrases)).toEqual([]);
  });
}

/** Roles that mean nothing without a name. */
const NAMELESS =
  /^(button|checkbox|combobox|dialog|image|link|navigation|radio|region|searchbox|textbox)(, (checked|current page|expanded|has popup listbox|invalid|not [a-z ]+|position \d+|required|set size \d+))*$|^heading, level/;

/** Spoken headings that skip a level. */
function skippedLevels(phrases: readonly string[]): string[] {
  const headings = phrases.filter((said) => /^heading, .*level \d$/.test(said));
  return headings.filter((said, place) => {
    const before = headings[place - 1];
    return before !== undefined && Number(said.at(-1)) > Number(before.at(-1)) + 1;
  });
}

async function spoken(page: Page): Promise<string[]> {
  await intercept(page, `GET ${ADDRESS}`, (route) =>
    route.fulfill({ path: READER, contentType: "text/javascript" }),
  );
  const phrases = await page.evaluate(async (address) => {
    const { virtual } = (await import(/* @vite-ignore */ address)) as { virtual: Reader };
    await virtual.start({ container: document.body });
    const first = await virtual.lastSpokenPhrase();
    do await virtual.next();
    while ((await virtual.lastSpokenPhrase()) !== first);
    const log = await virtual.spokenPhraseLog();
    await virtual.stop();
    return log;
  }, ADDRESS);
  // This reader would read the content of `noscript`.
  return phrases.filter((said) => !said.startsWith("<"));
}
