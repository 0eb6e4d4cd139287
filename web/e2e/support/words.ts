/** What pages in other languages than English say. */
import { readFileSync } from "node:fs";

/** The messages of a file of `content/<language>/words` that have no choices, by their ids. */
export function wordsIn(language: string, file: string): (id: string) => string {
  const address = new URL(`../../../content/${language}/words/${file}.ftl`, import.meta.url);
  const messages = readFileSync(address, "utf8").matchAll(/^([a-z-]+) =((?: .*)?(?:\n    .*)*)/gm);
  const texts = new Map(Array.from(messages, ([, id, text = ""]) => [id, text]));
  return (id) => {
    const text = texts.get(id);
    if (text === undefined) throw new Error(`${address.pathname} has no ${id}`);
    return text.replaceAll(/\s+/g, " ").trim();
  };
}
