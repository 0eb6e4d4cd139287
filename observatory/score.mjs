/**
 * Scores the headers of a page of each kind with HTTP Observatory's own tests and its own table of
 * points: as `devserver` answers behind a proxy that speaks HTTPS, and as a static host
 * does that obeys `_headers`. The last line counts; an answer with too few points is a failure.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dist, routes } from "../bench/support/dist.mjs";
import { ROOT, serve } from "../bench/support/serve.mjs";
import { hosted } from "./answers/hosted.mjs";
import { served } from "./answers/served.mjs";
import { scored } from "./scored.mjs";

/**
 * What every answer has to reach. Scripts with their hash bring five more; cookies that are well set
 * and a place on the browsers' own list of hosts would, too, and we have neither.
 */
const LEAST = 130;
/** One that has no page of its own, too. */
const asked = [...routes().map(({ route }) => route), "/no-such-page"];

const { origin } = JSON.parse(await readFile(join(ROOT, "content/site.json"), "utf8"));
// Without the host that the site is made for, no script is known to be its own.
const { host } = new URL(origin);
const server = await serve(dist, { options: ["--behind-https"] });
let failed = 0;
const results = new Map();
for (const route of asked) {
  tell(`${route} (devserver)`, scored(host, await served(server.url, route)));
  tell(`${route} (static host)`, scored(host, await hosted(dist, route)));
}
server.close();
const answers = 2 * asked.length;
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
