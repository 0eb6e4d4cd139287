/** What the peers say: the words of the home page's hero and its six cards. */
import { readFile } from "node:fs/promises";

const read = async (name) =>
  JSON.parse(await readFile(new URL(`../../content/${name}.json`, import.meta.url), "utf8"));

export const { name, tagline, blurb, email } = await read("site");
export const { offers } = await read("services");
