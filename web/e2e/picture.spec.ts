/**
 * The picture of the home page in the README. `npm run picture` makes it, and notes beside it what was
 * photographed: the words in the window, and hashes of the page's styles and of the picture.
 */
import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { fontsFetched } from "./support/pages";
import { expect, test } from "./support/test";

const PICTURE = new URL("../../docs/screenshot.png", import.meta.url);
const NOTE = new URL("../../docs/screenshot.json", import.meta.url);

test("the README shows the home page as it is", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/");
  await fontsFetched(page);
  const { words, styles } = await page.evaluate(shown);
  const noteOf = (picture: Buffer) => ({ words, styles: hash(styles), picture: hash(picture) });

  if (process.env["PICTURE"] === "make") {
    const picture = await page.screenshot();
    await writeFile(PICTURE, picture);
    await writeFile(NOTE, `${JSON.stringify(noteOf(picture), null, 2)}\n`);
  }
  const found: unknown = JSON.parse(await readFile(NOTE, "utf8"));
  expect(found, "The picture is of another page: npm run picture --prefix web").toEqual(
    noteOf(await readFile(PICTURE)),
  );
});

/** Runs in the page: the words in the window, and the page's styles. */
function shown() {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const words: string[] = [];
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    const isSeen = Array.from(range.getClientRects()).some(
      ({ width, top, bottom }) => width > 1 && bottom > 0 && top < innerHeight,
    );
    if (isSeen && texts.currentNode.parentElement?.checkVisibility({ visibilityProperty: true }))
      words.push(texts.currentNode.textContent?.trim() ?? "");
  }
  const styles = Array.from(document.querySelectorAll("style"), (style) => style.textContent);
  return { words: words.join(" "), styles: styles.join("") };
}

function hash(content: string | Buffer) {
  return createHash("sha256").update(content).digest("hex").slice(0, 16);
}
