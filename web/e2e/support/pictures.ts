/**
 * The pictures in the documentation. `npm run picture` makes them, and notes beside each what was
 * photographed: the words in the window, and hashes of the page's styles and of the picture.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect } from "./test";

const FOLDER = new URL("../../../docs/pictures/", import.meta.url);

/** Dates and times of the day, which are others tomorrow: "24 Nov 2026, 09:30", "Thu 17:00". */
const MONTH = "(Jan|Feb|Mar|Apr|May|June?|July?|Aug|Sept?|Oct|Nov|Dec)";
const TIMES = new RegExp(
  String.raw`\b\d{1,2} ${MONTH}( \d{4})?(, \d\d:\d\d)?\b|\b\w+ \d\d:\d\d\b`,
  "g",
);

/** Takes the picture if that is wanted, and expects it to be of what the page shows. */
export async function expectPicture(page: Page, name: string) {
  const { words, styles } = await page.evaluate(shown);
  const noteOf = (picture: Buffer) => ({
    words: words.replaceAll(TIMES, "…"),
    styles: hash(styles),
    picture: hash(picture),
  });
  const [picture, note] = [new URL(`${name}.png`, FOLDER), new URL(`${name}.json`, FOLDER)];
  if (process.env["PICTURE"] === "make") {
    const taken = await page.screenshot();
    await writeFile(picture, taken);
    await writeFile(note, `${JSON.stringify(noteOf(taken), null, 2)}\n`);
  }
  const found: unknown = JSON.parse(await readFile(note, "utf8"));
  const why = `docs/pictures/${name}.png is of something else: npm run picture --prefix web`;
  expect.soft(found, why).toEqual(noteOf(await readFile(picture)));
}

/** Runs in the page: the words in the window, and the page's styles. */
async function shown() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const words: string[] = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const isSeen = Array.from(range.getClientRects()).some(
      ({ width, top, bottom }) => width > 1 && bottom > 0 && top < innerHeight,
    );
    const around = texts.currentNode.parentElement;
    // What is said to those who do not see it goes again after a second.
    if (!isSeen || around?.closest("output.visually-hidden")) continue;
    if (around?.checkVisibility({ visibilityProperty: true }))
      words.push(texts.currentNode.textContent?.trim() ?? "");
  }
  // As they were built: each version of a browser writes the rules that it has read in its own way.
  const sheets = await Promise.all(
    Array.from(document.styleSheets, async ({ href, ownerNode }) =>
      href ? (await fetch(href)).text() : (ownerNode?.textContent ?? ""),
    ),
  );
  // They stand in the order in which they were fetched.
  return { words: words.join(" "), styles: sheets.toSorted().join("") };
}

function hash(content: string | Buffer) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
