/**
 * What an edit costs before it is seen: `npm run building`. In a copy of the repository as it was last
 * committed, so that nobody's edits are touched; timed from the saving of a file to the open page
 * having followed, for a rule until the page has been loaded anew and has the rule.
 */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inBrowser } from "../support/browser.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import { goals, rounds, row, SECONDS, under } from "../support/report.mjs";
import { ROOT, started } from "../support/serve.mjs";

const clone = join(ROOT, "target/bench/clone");
const cargo = { cwd: clone, env: { ...process.env, CARGO_TARGET_DIR: join(clone, "target") } };

/** A mobile number may have a digit more or less; the page is loaded anew. */
const RULE = {
  file: "crates/domain/src/limits.rs",
  change: (text, round) =>
    text.replace(/(MOBILE_MIN_DIGITS: usize = )\d+/, (_, start) => start + digits(round)),
  async followed(page, round) {
    await page.waitForEvent("load", { timeout: 120_000 });
    return () => hasRule(page, digits(round));
  },
};
/** The heading of a page says something else. */
const COMPONENT = {
  file: "web/src/features/referral/referral-page.tsx",
  change: (text, round) =>
    text.replace(/PageHeader title="[^"]*"/, `PageHeader title="It ${round}"`),
  async followed(page, round) {
    const shows = (words) => document.querySelector("main h1")?.textContent === words;
    await page.waitForFunction(shows, `It ${round}`, { timeout: 120_000 });
    return () => undefined;
  },
};

const git = (...words) => execFileSync("git", words, { cwd: ROOT, stdio: "inherit" });
if (existsSync(clone)) git("-C", clone, "fetch", "--quiet", "origin", "HEAD");
else git("clone", "--quiet", "--no-checkout", ROOT, clone);
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: ROOT, encoding: "utf8" }).trim();

goals([
  await timed("`cargo xtask dev` with nothing changed, to serving", 2, starts),
  await timed("One Rust rule changed, to the page", 10, () => follow(RULE, [])),
  await timed("One component changed, to the page", 5, () => follow(COMPONENT, [])),
  await timed("One component changed, with `--hot`", 1, () => follow(COMPONENT, ["--hot"])),
]);

async function timed(what, limit, work) {
  git("-C", clone, "reset", "--quiet", "--hard", commit);
  execFileSync("cargo", ["xtask", "build"], { ...cargo, stdio: ["ignore", "ignore", "inherit"] });
  const { found, others } = await beside(work);
  return row(what, `under ${limit} s`, disturbed([others]) || found, SECONDS, under(limit));
}

function dev(options) {
  return started(["cargo", "xtask", "dev", "--addr", "127.0.0.1:0", ...options], cargo);
}

async function starts() {
  const found = [];
  for (let round = 0; round < rounds(5); round += 1) {
    const start = performance.now();
    const server = await dev([]);
    found.push((performance.now() - start) / 1000);
    await server.close();
  }
  return found;
}

async function follow({ file, change, followed }, options) {
  const server = await dev(options);
  const found = await inBrowser(async (browser) => {
    const page = await browser.newPage();
    await ready(page.goto(`${server.url}/referral`), page);
    const seconds = [];
    for (let round = 0; round < rounds(5); round += 1) {
      const text = await readFile(join(clone, file), "utf8");
      const changed = change(text, round);
      if (changed === text) throw new Error(`${file} is not as the edit expects it`);
      const following = followed(page, round);
      const start = performance.now();
      await writeFile(join(clone, file), changed);
      const check = await following;
      seconds.push((performance.now() - start) / 1000);
      await check();
      await ready(undefined, page);
    }
    return seconds;
  });
  await server.close();
  return found;
}

/** Waits for the page to be alive, and to listen for the next build. */
async function ready(loading, page) {
  await loading;
  await page.getByRole("button", { name: "Submit Referral" }).waitFor({ timeout: 120_000 });
  await page.waitForTimeout(1000);
}

/** Never what it was before, and never what it is in the repository. */
function digits(round) {
  return 8 - (round % 2);
}

/** Whether the page takes a number of so many digits, and none shorter. */
async function hasRule(page, count) {
  await ready(undefined, page);
  const dialog = page.getByRole("dialog");
  const isTaken = async (number) => {
    await page.getByLabel("Mobile Number").fill(number);
    await page.getByRole("button", { name: "Login", exact: true }).click();
    await page.waitForTimeout(500);
    return (await dialog.count()) > 0;
  };
  const right = !(await isTaken("9".repeat(count - 1))) && (await isTaken("9".repeat(count)));
  if (!right) throw new Error("the page has the old rule");
  await page.getByRole("button", { name: "Close" }).click();
  await dialog.waitFor({ state: "detached" });
}
