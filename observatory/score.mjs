/**
 * Scores the headers of every route of the built site with HTTP Observatory's own tests and its own
 * table of points: as `devserver` answers behind a proxy that speaks HTTPS, and as a static host
 * does that obeys `_headers`. The last line counts; an answer with too few points is a failure.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT, serve } from "../bench/support/serve.mjs";
import { hosted } from "./answers/hosted.mjs";
import { served } from "./answers/served.mjs";
import { scored } from "./scored.mjs";

/**
 * What every answer has to reach. Scripts with their hash bring five more; cookies that are well set
 * and a place on the browsers' own list of hosts would, too, and we have neither.
 */
const LEAST = 130;
/** Files that answer for others, and are no route. */
const ANSWERS = new Set(["404", "catch-all", "blog/404", "blog/post-not-found"]);

const dist = join(ROOT, "web/dist");
const { origin } = JSON.parse(await readFile(join(ROOT, "content/site.json"), "utf8"));
// Without the host that the site is made for, no script is known to be its own.
const { host } = new URL(origin);
const server = await serve(dist, { options: ["--behind-https"] });
let failed = 0;
const results = new Map();
const routes = await routesOf(dist);
for (const route of routes) {
  tell(`${route} (devserver)`, scored(host, await served(server.url, route)));
  tell(`${route} (static host)`, scored(host, await hosted(dist, route)));
}
server.close();
const answers = 2 * routes.length;
for (const [result, count] of [...results].toSorted()) {
  console.log(count === answers ? result : `${result} (${count} of ${answers})`);
}
console.log(`headers result: ${answers - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

/** Says what an answer reached, and what it lost. */
function tell(name, { score, tests }) {
  if (score < LEAST) failed += 1;
  console.log(`${String(score).padStart(4)}  ${name}${score < LEAST ? `: below ${LEAST}` : ""}`);
  for (const test of tests) {
    const points = test.modifier < 0 ? String(test.modifier) : `+${test.modifier}`;
    const result = `${points.padStart(4)}  ${test.name}: ${test.result}`;
    results.set(result, (results.get(result) ?? 0) + 1);
    if (test.modifier < 0) console.log(`      ${result}`);
  }
}

/** Every route with a page of its own, but of the posts only the first: they are alike. */
async function routesOf(folder) {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".html"));
  const pages = files.map((file) => file.slice(0, -".html".length)).toSorted();
  const known = pages.filter((page) => !ANSWERS.has(page));
  const post = known.find((page) => page.startsWith("blog/"));
  const routes = known.filter((page) => !page.startsWith("blog/") || page === post);
  const addresses = routes.map((page) => `/${page === "index" ? "" : page}`);
  return [...addresses, "/no-such-page"];
}
