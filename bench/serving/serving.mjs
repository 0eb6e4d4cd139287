/**
 * Our server against nginx: `npm run serving`.
 *
 * Both send the same bytes under the same headers, from one core, in turn; what asks has the other
 * core, with 64 connections that are kept open. It is a small program of ours that counts the bytes
 * of an answer: wrk parses them, is the busier of the two then, and tells fast servers apart too
 * little. Each ratio is of two runs that followed each other; a run during which other programs took
 * more than a tenth of a core is made again, up to five times.
 */
import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { dist, scratch } from "../support/dist.mjs";
import { beside, disturbed, QUIET } from "../support/quiet.mjs";
import * as report from "../support/report.mjs";
import { ROOT, serve } from "../support/serve.mjs";
import { missing, startNginx } from "./nginx.mjs";

const FILES = [
  { name: "A page of 12 kB", path: "/page", file: "page.html", size: 12_000, like: /\.html$/ },
  {
    name: "A script of 80 kB",
    path: "/assets/s.js",
    file: "assets/s.js",
    size: 80_000,
    like: /\.js$/,
  },
];
const RIVALS = [
  { name: "nginx", caching: false, goal: 1.5 },
  { name: "nginx with open_file_cache", caching: true, goal: 1 },
];
const SECONDS = 4;
const ATTEMPTS = 5;
/** A sender whose last segment waits for a delayed acknowledgement says nothing about its work. */
const isTimer = (ms) => ms >= 38 && ms <= 46;

const reason = missing();
const rows = reason === undefined ? await measured() : unmeasured(reason);
report.goals(rows);
process.exit();

async function measured() {
  const folder = join(scratch, "serving");
  const site = join(folder, "site");
  layOut(site);
  const load = ["build", "--quiet", "--release", "--package", "devserver", "--example", "load"];
  execFileSync("cargo", load, { cwd: ROOT, stdio: "inherit" });
  const ours = await serve(site, { release: true, core: 0 });
  const answers = await Promise.all(FILES.map(({ path }) => answer(ours, path)));
  const found = [];
  for (const rival of RIVALS) {
    const theirs = await startNginx(folder, FILES, answers, rival.caching);
    for (const [at, file] of FILES.entries()) {
      const answered = await answer(theirs, file.path);
      if (comparable(answered) !== comparable(answers[at])) {
        throw new Error(`${rival.name} sends something else than our server for ${file.name}`);
      }
      found.push(...(await compare(file, rival, ours, theirs)));
    }
    theirs.close();
  }
  return found;
}

async function compare(file, rival, ours, theirs) {
  const runs = { ours: [], theirs: [] };
  await ask(theirs, file, 0.5);
  await ask(ours, file, 0.5);
  for (let round = 0; round < report.rounds(5); round += 1) {
    runs.theirs.push(await ask(theirs, file, SECONDS));
    runs.ours.push(await ask(ours, file, SECONDS));
  }
  const all = [...runs.ours, ...runs.theirs];
  const why = disturbed(all.map(({ others }) => others));
  const ratio = (figure) => report.ratios(runs.ours.map(figure), runs.theirs.map(figure));
  const waited = runs.theirs.some(({ p99Ms }) => isTimer(p99Ms));
  const requests = why || ratio((run) => run.requestsPerSecond);
  const p99 =
    why || (waited && "nginx waited for the kernel's timer of 40 ms") || ratio((run) => run.p99Ms);
  return judged(file, rival, requests, p99);
}

function judged(file, { name, goal }, requests, p99) {
  const { atLeast, atMost, row, TIMES } = report;
  const what = (figure) => `${file.name}: ${figure} against ${name}`;
  return [
    row(what("requests a second"), `at least ${goal} times`, requests, TIMES, atLeast(goal)),
    row(what("p99"), "at most 1 time", p99, TIMES, atMost(1)),
  ];
}

function unmeasured(why) {
  return RIVALS.flatMap((rival) => FILES.flatMap((file) => judged(file, rival, why, why)));
}

/** What was answered in some seconds, in the quietest of a few runs. */
async function ask(server, file, seconds) {
  let best;
  for (let attempt = 0; attempt < report.rounds(ATTEMPTS); attempt += 1) {
    const { found, others } = await beside(() => askOnce(server, file, seconds));
    if (best === undefined || others < best.others) best = { ...found, others };
    if (best.others <= QUIET) break;
    await sleep(2000);
  }
  return best;
}

async function askOnce(server, { path }, seconds) {
  const program = join(ROOT, "target/release/examples/load");
  const words = [new URL(server.url).host, path, "--seconds", String(seconds)];
  const { stdout } = await promisify(execFile)("taskset", ["-c", "1", program, ...words]);
  return JSON.parse(stdout);
}

async function answer(server, path) {
  const response = await fetch(server.url + path, { headers: { "accept-encoding": "gzip" } });
  return { headers: response.headers, text: await response.text() };
}

/** An answer without what differs between servers by nature: clock, name, tag, connection. */
function comparable({ headers, text }) {
  const own = new Set(["connection", "date", "etag", "keep-alive", "server"]);
  const lasting = [...headers].filter(([name]) => !own.has(name));
  const same = lasting.map(([name, value]) => [
    name,
    name === "vary" ? value.toLowerCase() : value,
  ]);
  return JSON.stringify([Object.fromEntries(same.toSorted()), text]);
}

/** A site with these files: each the one of the built site that is nearest in its size. */
function layOut(site) {
  rmSync(site, { recursive: true, force: true });
  mkdirSync(join(site, "assets"), { recursive: true });
  for (const { file, like, size } of FILES) {
    const all = readdirSync(dist, { recursive: true });
    const found = all.filter((name) => like.test(name) && all.includes(`${name}.gz`));
    const away = (name) => Math.abs(statSync(join(dist, `${name}.gz`)).size - size);
    const [nearest] = found.toSorted((a, b) => away(a) - away(b));
    for (const end of ["", ".gz"]) cpSync(join(dist, nearest + end), join(site, file + end));
  }
  // No site is served without a home page.
  for (const end of ["", ".gz"])
    cpSync(join(site, `page.html${end}`), join(site, `index.html${end}`));
}
