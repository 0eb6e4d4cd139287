/**
 * Every route as a visitor on a slow phone meets it, and after: `npm run pages`.
 *
 * Beside our routes stand other pages, served the same way: the *floor* (static, with the words of our
 * home page's hero and cards, styles inside, no script, no font), an *Astro* page (the same words, its
 * own defaults, our two fonts preloaded, a small script), and our own pages' *words* in the floor's
 * styles. A ratio is taken within each round.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { BUDGETS } from "../../web/scripts/budgets.ts";
import { buildPeers } from "../peers/build.mjs";
import { inBrowser } from "../support/browser.mjs";
import { dist, routes, scratch } from "../support/dist.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import { atLeast, atMost, BYTES, COUNT, details, goals, median, MS } from "../support/report.mjs";
import { number, ratios, rounds, row, TIMES } from "../support/report.mjs";
import { serve } from "../support/serve.mjs";
import { lighthouseOver } from "./lighthouse.mjs";
import { firstPress, nextPage } from "./presses.mjs";
import { leastRendering } from "./rendering.mjs";
import { routeChanges } from "./route-changes.mjs";
import { visitTwice } from "./visits.mjs";

const all = routes();
/** Where the pages of this language are. */
const [{ route: home }] = all;
const below = home === "/" ? "" : home;
/** What has another budget in another language than English. */
const weighedOfLanguage = below ? ["translated", "offlineTranslated"] : ["scripts", "offline"];
const urls = { ours: (await serve(dist, { release: true })).url };
for (const { name, folder } of await buildPeers(join(scratch, "peers"))) {
  urls[name] = (await serve(folder, { release: true })).url;
}
const ours = all.map(({ route }) => ({ name: route, url: urls.ours + route }));
const words = all.map(({ route }) => ({
  name: `words of ${route}`,
  url: urls.words + route,
}));
const peers = ["floor", "astro"].map((name) => ({
  name,
  url: `${urls[name]}/`,
}));

const { found, others } = await beside(measure);
const { field, rendered, presses, arrivals, visits, still, moving } = found;
const why = disturbed([others]);
const of = (figure) => (runs) => runs.map((run) => run[figure]);
const peer = (wanted) => field.find(({ name }) => name === wanted).runs;
const toFloor = (figure) => (runs) => ratios(of(figure)(runs), of(figure)(peer("floor")));
const rendering = (name) => rendered.get(name).all;

const counted = [
  weight("reading"),
  farthest(
    "Bytes of a first visit to a page that is only read, fonts included",
    ["at most 60,000 bytes", 60_000],
    BYTES,
    of("bytes"),
    all.filter(({ read }) => read),
  ),
  farthest("Cumulative layout shift", ["0", 0], { digits: 3, unit: "" }, of("cls")),
  farthest("Missing of 100 in accessibility, best practices or SEO", ["0", 0], COUNT, (runs) =>
    runs.map(({ scores: [, ...others] }) => 100 - Math.min(...others)),
  ),
  farthest(
    "Style, layout and paint until rest, against the floor",
    ["at most 1.50 times", 1.5],
    TIMES,
    (_, name) => [rendering(name) / rendering("floor")],
  ),
  farthest("The same, against the page's own words", [""], TIMES, (_, name) => [
    rendering(name) / rendering(`words of ${name}`),
  ]),
  ["What reaches the network on a second visit", "only the HTML, a 304", ...second()],
  ...["page", ...weighedOfLanguage, "rules"].map(weight),
];
const timed = [
  farthest(
    "First contentful paint against the floor",
    ["at most 1.10 times", 1.1],
    TIMES,
    toFloor("fcp"),
  ),
  farthest(
    "Largest contentful paint against the floor",
    ["at most 1.05 times", 1.05],
    TIMES,
    toFloor("lcp"),
  ),
  farthest("Total blocking time", ["at most 50 ms", 50], MS, of("tbt")),
  ...presses.map(({ what, times }) =>
    row(`First press on ${what}, to the next paint`, "at most 100 ms", times, MS, atMost(100)),
  ),
  row(
    "Press on a link, to the next page painted, with React",
    "at most 50 ms",
    still,
    MS,
    atMost(50),
  ),
  row("The same with motion, to the beginning of the animation", "", moving, MS),
  row("Press on a link, to the next page painted, before any script", "", arrivals.ours, MS),
  row(
    "The same, against that of the page's own words",
    "at most 1.00 times",
    ratios(arrivals.ours, arrivals.words),
    TIMES,
    atMost(1),
  ),
  row(
    "From first paint to the first request for a script",
    "at least 0 ms",
    visits.map(({ gap }) => gap),
    MS,
    atLeast(0),
  ),
];
const notMeasured = ([what, goal]) => [what, goal, `not measured: ${why}`, "–"];
goals([...counted, ...(why ? timed.map(notMeasured) : timed)]);
const figures = ["fcp", "lcp", "tbt", "cls", "bytes", "scriptBytes"];
details(
  why,
  ["Page", "FCP ms", "LCP ms", "TBT ms", "CLS", "Bytes", "of them script", "Scores"],
  field.map(({ name, runs }) => [
    name,
    ...figures.map((figure) => number(median(of(figure)(runs)), figure === "cls" ? 3 : 0)),
    runs[0].scores.map((_, at) => median(runs.map(({ scores }) => scores[at]))).join(" "),
  ]),
);
details(
  "",
  ["Page", "Style ms", "Layout ms", "Paint ms", "Together", "to the floor", "Its words", "to them"],
  [...ours, ...peers].map(({ name }) => {
    const { style, layout, paint, all: together } = rendered.get(name);
    const plain = rendered.get(`words of ${name}`)?.all;
    return [
      name,
      ...[style, layout, paint, together].map((ms) => number(ms, 1)),
      number(together / rendering("floor"), 2),
      ...(plain ? [number(plain, 1), number(together / plain, 2)] : ["", ""]),
    ];
  }),
);
process.exit();

async function measure() {
  const field = await lighthouseOver([...ours, ...peers], rounds(7));
  const rendered = await leastRendering([...ours, ...peers, ...words], rounds(5));
  const presses = [
    { what: "the menu", route: home, selector: "header button", times: [] },
    {
      what: "the scheme",
      route: home,
      selector: "label:has([value=dark])",
      times: [],
    },
    {
      what: "a form field",
      route: `${below}/contact`,
      selector: "main form input",
      times: [],
    },
  ];
  const arrivals = { ours: [], words: [] };
  for (let round = 0; round < rounds(7); round += 1) {
    for (const { route, selector, times } of presses) {
      times.push(await firstPress(urls.ours + route, selector));
    }
    for (const [which, times] of Object.entries(arrivals)) {
      times.push(await nextPage(urls[which] + home, `main a[href="${below}/services"]`));
    }
  }
  return {
    field,
    rendered,
    presses,
    arrivals,
    visits: await inBrowser((browser) => visitAll(browser, rounds(5))),
    still: await inBrowser((browser) => routeChanges(browser, urls.ours + below, rounds(10), "reduce")),
    moving: await inBrowser((browser) =>
      routeChanges(browser, urls.ours + below, rounds(10), "no-preference"),
    ),
  };
}

/** The row of the route that is farthest from a goal that is a limit, by its median. */
function farthest(what, [goal, limit], unit, samples, among = all) {
  const measured = among.map(({ route }) => ({
    route,
    found: samples(peer(route), route),
  }));
  const [worst] = measured.toSorted((a, b) => median(b.found) - median(a.found));
  const meets = limit === undefined ? undefined : atMost(limit);
  return row(`${what} (${worst.route})`, goal, worst.found, unit, meets);
}

/** The row of the heaviest of what has a budget, as the build has weighed it. */
function weight(budget) {
  const { what, limit } = BUDGETS[budget];
  const built = JSON.parse(readFileSync(join(dist, "../dist-client/.vite/weights.json"), "utf8"));
  const weighed = built.filter((one) => one.budget === budget);
  const [heaviest] = weighed.toSorted((a, b) => b.bytes - a.bytes);
  const goal = `at most ${number(limit, 0)} bytes`;
  const name = `${what[0].toUpperCase()}${what.slice(1)}, in brotli (${heaviest.name})`;
  return row(name, goal, [heaviest.bytes], BYTES, atMost(limit));
}

async function visitAll(browser, times) {
  const visited = [];
  for (let round = 0; round < times; round += 1) {
    for (const { route } of all) {
      visited.push({
        route,
        ...(await visitTwice(browser, urls.ours + route)),
      });
    }
  }
  return visited;
}

function second() {
  const fetched = visits.map(({ route, second: all }) => [route, all.join(", ")]);
  const more = new Set(
    fetched.filter(([route, all]) => all !== `${route} 304`).map((one) => one.join(": ")),
  );
  return more.size === 0 ? ["only the HTML, a 304", "met"] : [[...more].join("; "), "missed"];
}
