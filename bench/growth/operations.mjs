/** What is timed. Each works in a page of its own and returns milliseconds. */
import { placeOf, press, taken } from "../support/pointer.mjs";

/** The wait that stands for a server, in a submission. */
const SIMULATED_MS = 1000;
/** How often to ask for more of the list while it is scrolled. */
const MORE = 10;

const ROUTE = { selector: "main h1", text: "Refer someone" };
const ADMINS = { selector: "main h2", text: "Admin Dashboard" };
const OWN = { selector: "main h2", text: "Your Referrals" };

/** From the referral page's heading being in the document to its list's being painted. */
const openList = (list) => async (page) => {
  await page.evaluate(([from, to]) => window.bench.watch(from, to), [ROUTE, list]);
  await toReferral(page);
  return taken(page, "timed");
};

/** From the press on the dialog's button, which checks the code and stores the login. */
async function logIn(page, { adminNumber, simulatedCode }) {
  await toReferral(page);
  await page.getByLabel("Mobile Number").fill(adminNumber);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await page.getByRole("dialog").getByLabel("OTP").fill(simulatedCode);
  return pressUntil(page, page.getByRole("button", { name: "Verify OTP" }), ADMINS);
}

async function submit(page) {
  await toReferral(page);
  await page.getByLabel("Referred Person's Name").fill("Somebody New");
  await page.getByLabel("Referred Person's Phone Number").fill("9744555666");
  await page.getByLabel("Service").selectOption("training");
  const button = page.getByRole("button", { name: "Submit Referral" });
  const stored = { selector: "[role=region] li", text: "Referral Submitted!" };
  return (await pressUntil(page, button, stored)) - SIMULATED_MS;
}

async function award(page) {
  await toReferral(page);
  await page.getByRole("button", { name: "Assign/Edit Points" }).first().click();
  await page.getByLabel(/^Points/).fill("4321");
  const awarded = { selector: "main tbody tr:first-of-type td", text: "4,321" };
  return pressUntil(page, page.getByRole("button", { name: "Save" }), awarded);
}

/** The longest task while the list is scrolled, and more of it asked for, again and again. */
async function scroll(page) {
  await toReferral(page);
  await page.waitForTimeout(1000);
  await page.evaluate(() => (window.bench.tasks.length = 0));
  const more = page.locator("main section button", { hasText: /^Show \d+ more/ });
  for (let time = 0; time < MORE && (await more.count()) > 0; time += 1) {
    for (let turn = 0; turn < 10; turn += 1) {
      await page.mouse.wheel(0, 1500);
      await page.waitForTimeout(50);
    }
    await press(page, await placeOf(more));
    await page.waitForTimeout(300);
  }
  return page.evaluate(() => Math.max(0, ...window.bench.tasks));
}

export const OPERATIONS = [
  { name: "Admin page, from the route being shown", user: "admin", run: openList(ADMINS) },
  { name: "Admin page, from the press that logs in", run: logIn },
  { name: "Own list, from the route being shown", user: "member", run: openList(OWN) },
  { name: "Submit, less the simulated second", user: "member", run: submit },
  { name: "Saving points", user: "admin", run: award },
  { name: "Longest task while scrolling and showing more", user: "admin", run: scroll },
];

/** By the bar's link, as a visitor comes from another page. */
async function toReferral(page) {
  await press(page, await placeOf(page.locator("header nav a[href='/referral']")));
  await page.getByRole("button", { name: "Submit Referral" }).waitFor();
}

async function pressUntil(page, button, to) {
  const place = await placeOf(button);
  await page.evaluate((part) => window.bench.watch("press", part), to);
  await press(page, place);
  return taken(page, "timed");
}

/**
 * In the page: `watch(from, to)` begins to time. `from` is "press", the next press on anything, or
 * a part of the page that is waited for; `to` is a part of the page, and is timed to the end of
 * the frame that paints it. A part is { selector, text }. Tasks over 50 ms are noted all along.
 */
export function watching() {
  const tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: "longtask", buffered: true });

  const isThere = ({ selector, text }) =>
    [...document.querySelectorAll(selector)].some(({ textContent }) => textContent.includes(text));

  function watch(from, to) {
    window.timed = undefined;
    let start;
    if (from === "press") {
      addEventListener("click", ({ timeStamp }) => (start = timeStamp), {
        capture: true,
        once: true,
      });
    }
    const observer = new MutationObserver(() => {
      if (start === undefined && from !== "press" && isThere(from)) start = performance.now();
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
    const look = () => {
      if (start === undefined || !isThere(to)) return requestAnimationFrame(look);
      observer.disconnect();
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => (window.timed = performance.now() - start);
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  }

  window.bench = { watch, tasks };
}
