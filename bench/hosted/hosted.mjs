/**
 * Hosted mode: what its lists cost with a thousand and with a million referrals, how it answers 300
 * requests a second, and how many referrals it takes. It is `crates/trials` that asks; the server has one core where `taskset` is there. `npm run hosted`.
 */
import { execFileSync } from "node:child_process";
import "../support/dist.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import { atLeast, atMost, COUNT, goals, details, MS, row, TIMES, under } from "../support/report.mjs";
import { ROOT } from "../support/serve.mjs";

const quick = process.argv.includes("--quick");
const build = ["build", "--quiet", "--release", "--package", "server", "--package", "trials"];
execFileSync("cargo", build, { cwd: ROOT, stdio: "inherit" });

const lists = await trial("growth", quick ? ["--many", "2000", "--times", "5"] : []);
const load = await trial("load", quick ? ["--seconds", "5", "--full-speed-seconds", "2"] : []);
const { found } = load;
const reads = found["reads, ms"];
const writes = found["submissions, ms"];

const growth = Object.entries(lists.found).map(([name, { ratio, failed }]) => {
  const what = `Growth of ${name}, with a million referrals against a thousand`;
  return row(what, "at most 3 times", failed || lists.why || [ratio], TIMES, atMost(3));
});
const figure = (what, goal, value, unit, meets) =>
  row(what, goal, load.why || [value], unit, meets);
goals([
  ...growth,
  figure("Requests refused under load", "none", found.failed, COUNT, atMost(0)),
  figure("p99 of reading under load", "under 50 ms", reads.p99, MS, under(50)),
  figure("p99 of submitting under load", "under 50 ms", writes.p99, MS, under(50)),
  figure(
    "Submissions a second, of 32 visitors at once",
    "at least 200",
    found["submissions a second"],
    COUNT,
    atLeast(200),
  ),
  figure("Submissions a second, of one visitor", "", found["by one visitor"], COUNT),
]);
const cells = ([name, costs]) =>
  [name, costs["few, ms"], costs["many, ms"]].map((cell) =>
    typeof cell === "number" ? `${cell.toFixed(2)} ms` : (cell ?? "not measured"),
  );
details(
  lists.why,
  ["List", "1,000 referrals", "1,000,000 referrals"],
  Object.entries(lists.found).map(cells),
);
const spread = (name, all) => [name, ...Object.values(all)];
details(
  load.why,
  ["Under load", ...Object.keys(reads)],
  [spread("Reading", reads), spread("Submitting", writes)],
);

/** Runs a trial; `why` says what disturbed it, if something did. */
async function trial(name, options) {
  const run = ["run", "--quiet", "--release", "--package", "trials", "--", "--pin", "0", name];
  const settings = { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] };
  const done = await beside(() =>
    JSON.parse(execFileSync("cargo", [...run, ...options], settings)),
  );
  return { found: done.found, why: disturbed([done.others]) };
}
