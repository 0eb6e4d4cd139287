/** Reading offline: what a browser has stored, and of which build an open page is. */
import type { Page } from "@playwright/test";
import { OwnSite } from "./own-site";
import { hydrated } from "./pages";
import { expect, test as base } from "./test";

/** A journey on a site of its own, which it can stop, and to which it can deploy another build. */
export const test = base.extend<{ site: OwnSite }>({
  site: async ({ hosted }, use) => {
    base.skip(hosted, "A server in hosted mode serves the same files.");
    const site = await OwnSite.open();
    try {
      await use(site);
    } finally {
      await site.close();
    }
  },
  baseURL: async ({ site }, use) => use(site.address),
});

/** What journeys that store the site use. */
export const WITH_WORKER = {
  serviceWorkers: "allow",
  allowedConsole: /Failed to load resource/,
} as const;

/** Opens a page and waits until its language is stored. */
export async function visit(page: Page, address: string) {
  await page.goto(address);
  await expectStored(page);
}

/** Waits until the language of a page is stored, with everything that its pages need. */
export async function expectStored(page: Page) {
  await expect.poll(async () => (await storedBases(page)).includes(baseOf(page))).toBe(true);
}

/** What the addresses of the stored languages start with. English has "". */
export async function storedBases(page: Page): Promise<string[]> {
  const lists = (await storedPaths(page)).filter((path) => path.endsWith("/list.json"));
  return lists.map((path) => path.replace(/^\/stored|\/list\.json$/g, "")).toSorted();
}

function baseOf(page: Page) {
  return /^\/[a-z]{2}(?=\/|$)/.exec(new URL(page.url()).pathname)?.[0] ?? "";
}

/** The paths that are stored of all builds, or of one. */
export function storedPaths(page: Page, build = ""): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const names = (await caches.keys()).filter((name) => name.includes(wanted));
    const all = names.map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(all)).flat().map(({ url }) => new URL(url).pathname);
  }, build);
}

/** The names of the stored builds. */
export function builds(page: Page): Promise<string[]> {
  return page.evaluate(() => caches.keys());
}

/** Waits until the new build's worker has stored all its files. */
export async function expectWaitingWorker(page: Page) {
  const isWaiting = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      return Boolean(registration?.waiting);
    });
  await expect.poll(isWaiting).toBe(true);
  expect(await builds(page)).toHaveLength(2);
}

/** The page has only scripts of its own build, and React has hydrated it. */
export async function expectOneBuild(page: Page) {
  await hydrated(page);
  const own = await page.locator("script[data-entry]").getAttribute("data-entry");
  const ran = await page.evaluate(() => {
    const fetched = performance.getEntriesByType("resource");
    const addresses = fetched.map(({ name }) => new URL(name).pathname);
    return addresses.filter((address) => /client-.*js$/.test(address));
  });
  expect(new Set(ran)).toEqual(new Set([own]));
}

/** Expects a page of the first build, or of a later one. */
export async function expectBuild(page: Page, number: 1 | 2) {
  const own = page.locator("script[data-entry]");
  if (number === 1) await expect(own).not.toHaveAttribute("data-build");
  else await expect(own).toHaveAttribute("data-build", String(number), { timeout: 1000 });
}

/**
 * Opens a page of the later build. This may need several tries, because the stored page may win over a
 * slow network. Some page of the site stays open all the time, so the worker of the later build waits.
 */
export async function reachNewPage(page: Page, address: string) {
  await expect(async () => {
    await page.goto(address);
    await expectBuild(page, 2);
  }).toPass({ intervals: [1000] });
}

/**
 * Closes the site and opens it again until the worker of the later build has taken over. That may need
 * several tries, because it takes over only when no page has been open for a moment.
 */
export async function reachNewWorker(page: Page, address: string) {
  let unanswered = 0;
  await expect(async () => {
    await page.goto("about:blank");
    // Once in some hundred tries on a busy machine, Chromium exchanges the workers while it opens the page,
    // and then never answers. Twice is no such chance.
    const opened = page.goto(address, { timeout: unanswered > 0 ? 0 : 20_000 });
    unanswered += 1;
    await opened;
    unanswered -= 1;
    await expectBuild(page, 2);
    await expect.poll(() => builds(page), { timeout: 2000 }).toEqual(["site-build-2"]);
  }).toPass({ intervals: [1000] });
}

/** The first heading of a page. */
export const heading = (page: Page) => page.getByRole("heading", { level: 1 });
