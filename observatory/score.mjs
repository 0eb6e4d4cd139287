/**
 * Scores the site's answers with HTTP Observatory's own tests and its own table of points.
 *
 * Called by `cargo xtask headers` with two files. Asked for: { url, dist, host, routes }. Found:
 * for each route its answer by the server at `url` and its answer by a static host that obeys
 * `dist`, each with the score and what every test said.
 */
import { readFile, writeFile } from "node:fs/promises";
import { hosted } from "./answers/hosted.mjs";
import { served } from "./answers/served.mjs";
import { scored } from "./scored.mjs";

const [, , asked, found] = process.argv;
const { url, dist, host, routes } = JSON.parse(await readFile(asked, "utf8"));

const all = [];
for (const route of routes) {
  all.push({ route, by: "devserver", ...scored(host, await served(url, route)) });
  all.push({ route, by: "static host", ...scored(host, await hosted(dist, route)) });
}
await writeFile(found, JSON.stringify(all));
