/**
 * Every route as a visitor on a slow phone meets it, and after: `npm run pages`.
 *
 * Beside our routes stand two pages with the words of our home page's hero and cards, served the same
 * way: the *floor* (static, styles inside, no script, no font) and an *Astro* page (its own
 * defaults, our two fonts preloaded, a small script). A ratio is taken within each round.
 */
import { join } from "node:path";
import { BUDGETS, weights } from "../../web/scripts/budgets.ts";
import { buildPeers } from "../peers/build.mjs";
import { inBrowser } from "../support/browser.mjs";
import { dist, routes, scratch } from "../support/dist.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import { atLeast, atMost, COUNT, goals, median, MS, ratios } from "../support/report.mjs";
import { details, rounds, row, TIMES, under } from "../support/report.mjs";
import { serve } from "../support/serve.mjs";
import { lighthouseOver } from "./lighthouse.mjs";
import { rendering } from "./rendering.mjs";
import { routeChanges } from "./route-changes.mjs";
import { visitTwice } from "./visits.mjs";

const ours = await serve(dist, { release: true });
const pages = routes().map((route) => ({ name: route, url: ours.url + route }));
for (const { name, folder } of await buildPeers(join(scratch, "peers"))) {
  pages.push({ name, url: `${(await serve(folder, { release: true })).url}/` });
}
const seen = await beside(() => lighthouseOver(pages, rounds(5)));
const field = seen.found;
const routesSeen = field.filter(({ name }) => name.startsWith("/"));
const peer = (wanted) => field.find(({ name }) => name === wanted).runs;
for (const page of field) page.rendered = await leastRendering(page.name, rounds(5));
const visits = await inBrowser((browser) => visitAll(browser, rounds(5)));
const still = await inBrowser((browser) => routeChanges(browser, ours.url, rounds(10), "reduce"));
const moving = await inBrowser((browser) =>
  routeChanges(browser, ours.url, rounds(10), "no-preference"),
);
const built = await weights(join(dist, ".."));
const why = disturbed([seen.others]);
const of = (figure) => (runs) => runs.map((run) => run[figure]);

goals([
  farthest("First contentful paint against the floor", "at most 1.1 times", 1.1, TIMES, (runs) =>
    ratios(of("fcp")(runs), of("fcp")(peer("floor"))),
  ),
  farthest("Largest contentful paint against the floor", "at most 1.1 times", 1.1, TIMES, (runs) =>
    ratios(of("lcp")(runs), of("lcp")(peer("floor"))),
  ),
  farthest("Largest contentful paint against Astro's", "", undefined, TIMES, (runs) =>
    ratios(of("lcp")(runs), of("lcp")(peer("astro"))),
  ),
  farthest("Total blocking time", "at most 100 ms", 100, MS, of("tbt")),
  farthest(
    "Style, layout and paint until the page is at rest, against the floor",
    "at most 1.5 times",
    1.5,
    TIMES,
    (_, page) => [page.rendered.all / field.find(({ name }) => name === "floor").rendered.all],
  ),
  farthest("Cumulative layout shift", "0", 0, { digits: 3, unit: "" }, of("cls")),
  ...Object.entries(BUDGETS).map(([budget, { what, limit }]) => weight(budget, what, limit)),
  ["What reaches the network on a second visit", "only the HTML, a 304", ...second()],
  row(
    "From first paint to the first request for a script",
    "at least 0 ms",
    visits.map(({ gap }) => gap),
    MS,
    atLeast(0),
  ),
  row("From the press on a link to the next heading painted", "under 50 ms", still, MS, under(50)),
  row("The same with motion, to the beginning of the animation", "", moving, MS),
]);
const figures = ["fcp", "lcp", "tbt", "cls", "bytes", "scriptBytes"];
details(
  why,
  ["Page", "FCP ms", "LCP ms", "TBT ms", "CLS", "Bytes", "Script bytes", "Rendering ms", "Scores"],
  field.map(({ name, runs, rendered }) => [
    name,
    ...figures.map((figure) => Math.round(1000 * median(of(figure)(runs))) / 1000),
    Math.round(rendered.all),
    runs[0].scores.map((_, at) => median(runs.map(({ scores }) => scores[at]))).join(" "),
  ]),
);
process.exit();

/** The row of the route that is farthest from a goal that is a limit, by its median. */
function farthest(what, goal, limit, unit, samples) {
  const all = routesSeen.map((page) => ({
    name: page.name,
    found: samples(page.runs, page),
  }));
  const [worst] = all.toSorted((a, b) => median(b.found) - median(a.found));
  const meets = limit === undefined ? undefined : atMost(limit);
  return row(`${what}: ${worst.name}`, goal, why || worst.found, unit, meets);
}

function weight(budget, what, limit) {
  const all = built.filter((one) => one.budget === budget);
  const [heaviest] = all.toSorted((a, b) => b.bytes - a.bytes);
  const goal = `at most ${limit} bytes`;
  return row(`${what} (${heaviest.name})`, goal, [heaviest.bytes], COUNT, atMost(limit));
}

/** The least that rendering a page costs, of so many first visits. */
async function leastRendering(name, times) {
  const { url } = pages.find((page) => page.name === name);
  const found = [];
  for (let round = 0; round < times; round += 1) found.push(await rendering(url));
  return found.toSorted((a, b) => a.all - b.all)[0];
}

async function visitAll(browser, times) {
  const found = [];
  for (let round = 0; round < times; round += 1) {
    for (const route of routes()) {
      found.push({ route, ...(await visitTwice(browser, ours.url + route)) });
    }
  }
  return found;
}

function second() {
  const others = visits.filter(({ route, second: all }) => all.join() !== `${route} 304`);
  if (others.length === 0) return ["only the HTML, a 304", "met"];
  return [
    others.map(({ route, second: all }) => `${route}: ${all.join(", ")}`).join("; "),
    "missed",
  ];
}
