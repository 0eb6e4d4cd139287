/** What the peers say: the words of the home page's hero and its six cards. A build writes the cards. */
import { readFile } from "node:fs/promises";

const site = await readFile(
  new URL("../../content/site.json", import.meta.url),
  "utf8",
);

export const { name, tagline, blurb, email } = JSON.parse(site);
export { offers } from "../../web/src/content/generated/offers.ts";
