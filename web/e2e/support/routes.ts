/** Every page that the built site tells search engines of: one that is added later is among them. */
import { readFileSync } from "node:fs";

const SITEMAP = new URL("../../dist/sitemap.xml", import.meta.url);

export const ROUTES: readonly string[] = Array.from(
  readFileSync(SITEMAP, "utf8").matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g),
  ([, path = "/"]) => path,
);
