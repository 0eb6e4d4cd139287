import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A static host's answer for a route: the page's file, under what `_headers` says of all paths. No
 * other rule of that file names a page.
 */
export async function hosted(dist, route) {
  const headers = everywhere(await readFile(join(dist, "_headers"), "utf8"));
  headers["content-type"] = "text/html; charset=utf-8";
  const body = await readFile(join(dist, file(route)), "utf8").catch(() => catchAll(dist));
  return { status: 200, headers, cookies: [], body, reading: { headers } };
}

function file(route) {
  return route === "/" ? "index.html" : `${route}.html`;
}

function catchAll(dist) {
  return readFile(join(dist, "catch-all.html"), "utf8");
}

/** The headers below the rule for all paths. */
function everywhere(text) {
  const [, rule = ""] = text.split(/^\/\*$/m);
  const [block] = rule.split(/^\//m);
  const lines = block.trim().split("\n");
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, at).trim().toLowerCase(), line.slice(at + 1).trim()];
    }),
  );
}
