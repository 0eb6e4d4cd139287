/** The built site: where it is, and its routes. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./serve.mjs";

export const dist = join(ROOT, "web/dist");
/** Where half-finished work lies. */
export const scratch = join(ROOT, "target/bench");

if (!existsSync(join(dist, ".build"))) throw new Error("Build the site first: cargo xtask build");

/** Files that answer for others, and are no route. */
const ANSWERS = new Set(["404", "catch-all", "blog/404", "blog/post-not-found"]);

/** Every route with a page of its own, but of the posts only the first: they are alike. */
export function routes() {
  const all = readdirSync(dist, { recursive: true });
  // What lies in a folder with a dot, such as the pages with forms for a server, is not sent as it is.
  const files = all.filter((file) => file.endsWith(".html") && !file.startsWith("."));
  const pages = files.map((file) => file.slice(0, -".html".length)).toSorted();
  const known = pages.filter((page) => !ANSWERS.has(page));
  const post = known.find((page) => page.startsWith("blog/"));
  const shown = known.filter((page) => !page.startsWith("blog/") || page === post);
  return shown.map((page) => `/${page === "index" ? "" : page}`);
}
