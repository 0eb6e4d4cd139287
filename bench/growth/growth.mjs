/**
 * The referral programme with few and with very many records, in the page itself: `npm run growth`.
 * Each is timed in a browser context of its own whose local storage holds so many referrals.
 */
import { readFile } from "node:fs/promises";
import { inBrowser } from "../support/browser.mjs";
import { dist } from "../support/dist.mjs";
import { beside, disturbed } from "../support/quiet.mjs";
import {
  atMost,
  goals,
  median,
  MS,
  details,
  rounds,
  row,
  told,
  under,
} from "../support/report.mjs";
import { loadReact } from "../support/pointer.mjs";
import { serve } from "../support/serve.mjs";
import { OPERATIONS, watching } from "./operations.mjs";

const SIZES = [10, 1000, 10_000];
const viewport = { width: 1280, height: 800 };
const site = JSON.parse(
  await readFile(new URL("../../content/site.json", import.meta.url), "utf8"),
).programme;
const MEMBER = { mobileNumber: "919840012345", name: "User2345" };
const ADMIN = { mobileNumber: site.adminNumber, name: `User${site.adminNumber.slice(-4)}` };
const SERVICES = ["training", "hr-recruitment", "it-services", "non-it-services", "others"];

const server = await serve(dist, { release: true });
const { found, others } = await beside(() => inBrowser(measure));
server.close();

const why = disturbed([others]);
const goal = (at, limit, meets) =>
  row(`${found[at].name}, at 10,000`, limit, why || found[at].sizes[2], MS, meets);
goals([
  goal(0, "under 100 ms", under(100)),
  goal(1, "under 100 ms", under(100)),
  goal(5, "at most 50 ms", atMost(50)),
]);
const times = (few, many) => (few > 0 ? `${(many / few).toFixed(2)} times` : "–");
details(
  why,
  ["Operation", ...SIZES.map((size) => `${size} referrals`), "10,000 against 10"],
  found.map(({ name, sizes }) => [
    name,
    ...sizes.map((samples) => told(samples, MS)),
    times(median(sizes[0]), median(sizes[2])),
  ]),
);

async function measure(browser) {
  const all = OPERATIONS.map(({ name }) => ({ name, sizes: SIZES.map(() => []) }));
  for (let round = 0; round < rounds(7); round += 1) {
    for (const [at, size] of SIZES.entries()) {
      for (const [index, operation] of OPERATIONS.entries()) {
        all[index].sizes[at].push(await time(browser, size, operation));
      }
    }
  }
  return all;
}

async function time(browser, size, { user, run }) {
  const context = await browser.newContext({ viewport, reducedMotion: "reduce" });
  const page = await context.newPage();
  // A file of the site that reads nothing, so that what is stored is there before a page looks.
  await page.goto(`${server.url}/robots.txt`);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries))
        localStorage.setItem(key, JSON.stringify(value));
    },
    stored(size, user),
  );
  await page.addInitScript(watching);
  await page.goto(server.url, { waitUntil: "networkidle" });
  await loadReact(page);
  // For the last context to be put away.
  await page.waitForTimeout(500);
  const ms = await run(page, site);
  await context.close();
  return ms;
}

/** What a browser holds: all are the member's own, so that the own list is as long as the admin's. */
function stored(count, user) {
  const allReferrals = Array.from({ length: count }, (_, at) => ({
    id: 1_700_000_000_000 + at * 60_000,
    referrerName: MEMBER.name,
    referrerMobile: MEMBER.mobileNumber,
    referredName: `Binu Thomas ${at}`,
    referredPhone: `97${40_000_000 + at}`,
    service: SERVICES[at % SERVICES.length],
    notes: at % 3 === 0 ? "Knows the work, and can begin next month." : "",
    date: `${(at % 28) + 1}/11/2025`,
    status: at % 4 === 0 ? "Successful" : "Pending",
    points: at % 4 === 0 ? 25 : 0,
  }));
  const loggedInUser = { member: MEMBER, admin: ADMIN }[user];
  return { registeredUsers: [MEMBER], allReferrals, ...(loggedInUser && { loggedInUser }) };
}
