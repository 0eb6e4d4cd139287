/** The built site: where it is, and its routes in one language: `-- --language ar`, or else English. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ROOT } from "./serve.mjs";

export const dist = join(ROOT, "web/dist");
/** Where half-finished work lies. */
export const scratch = join(ROOT, "target/bench");

const options = { language: { type: "string", default: "en" } };
const { language } = parseArgs({ options, strict: false }).values;

// What `cargo xtask dev` has built is not compressed.
const isBuilt = [".build", "index.html.br"].every((file) => existsSync(join(dist, file)));
if (!isBuilt) throw new Error("Build the site first: cargo xtask build");

/**
 * The routes that search engines are told of, each with its markup and whether it is only read. Pages
 * of one screen, which have the same styles, are alike: of these, the longest.
 */
export function routes() {
  const sitemap = readFileSync(join(dist, "sitemap.xml"), "utf8");
  const screens = new Map();
  for (const [, route] of sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)) {
    const html = readFileSync(join(dist, fileOf(route)), "utf8");
    if (!html.includes(`<html lang="${language}`)) continue;
    const [styles] = /<style>.*?<\/style>/s.exec(html);
    const longest = screens.get(styles);
    if (longest && longest.html.length >= html.length) continue;
    screens.set(styles, { route, html, read: html.includes(" data-read") });
  }
  return [...screens.values()];
}

export function fileOf(route) {
  return `${route === "/" ? "index" : route.slice(1)}.html`;
}
