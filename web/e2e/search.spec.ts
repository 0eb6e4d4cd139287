/** Search without a server. The index is fetched when somebody is about to use it. */
import type { Page } from "@playwright/test";
import { hydrated, open, requestsOf, ROUTES, TEXT_PAGES } from "./support/pages";
import { lose } from "./support/requests";
import { expect, test } from "./support/test";

/**
 * The maximum time that the page works until results appear, in milliseconds. Time in which the
 * processor does something else does not count.
 */
const SOON_MS = 50;

test("pages are found by their words while typing, the best first @engines", async ({ page }) => {
  await open(page, "/contact");
  const fetched = requestsOf(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Search" }).click();
  const field = page.getByRole("searchbox", { name: "What are you looking for?" });
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  expect(fetched).not.toContain("/search.json");
  await field.fill("line sta");
  const results = page.getByRole("list", { name: "Results" }).getByRole("link");
  await expect(results.first()).toHaveText(/Staffing a line station/);
  await expect(page.getByText(/^\d+ pages found for “line sta”\.$/)).toBeVisible();
  expect(fetched.filter((path) => path === "/search.json")).toHaveLength(1);
  await field.press("Enter");
  await expect(page).toHaveURL("/search?q=line+sta");
  await results.first().click();
  await expect(page).toHaveURL("/blog/staffing-a-line-station");
  // The address changes before the page. After an immediate Back the search page would never have
  // left.
  await expect(
    page.getByRole("heading", { level: 1, name: /Staffing a line station/ }),
  ).toBeFocused();
  await page.goBack();
  await expect(field).toHaveValue("line sta");
  await expect(results.first()).toBeVisible();
  // Whoever presses a result without Enter finds it again, too.
  await field.fill("line station");
  await expect(page).toHaveURL("/search?q=line+sta");
  await results.first().click();
  await expect(page.getByRole("heading", { level: 1, name: /Staffing/ })).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/search?q=line+station");
  await expect(field).toHaveValue("line station");
  await expect(results.first()).toBeVisible();
  await field.fill("zeppelin");
  await expect(page.getByText("Nothing found for “zeppelin”.")).toBeVisible();
});

test(`results appear after ${SOON_MS} ms of work at most, once the index is loaded`, async ({
  page,
}) => {
  await page.goto("/search?q=audit");
  await expect(page.getByRole("list", { name: "Results" })).toBeVisible();
  const workOf = await meter(page);
  const taken = await workOf(() =>
    page.evaluate(() => {
      const field = document.querySelector<HTMLInputElement>("#search-field");
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
      value?.set?.call(field, "hotel");
      field?.dispatchEvent(new Event("input", { bubbles: true }));
      return new Promise<void>((resolve) => {
        const look = () => {
          const first = document.querySelector("ol[aria-label=Results] a");
          if (first?.textContent.includes("hotel")) resolve();
          else requestAnimationFrame(look);
        };
        look();
      });
    }),
  );
  expect(taken).toBeLessThan(SOON_MS);
});

test("the search does not find itself", async ({ page }) => {
  await page.goto("/search?q=training");
  const results = page.getByRole("list", { name: "Results" }).getByRole("link");
  await expect(results.first()).toHaveText("Corporate Trainings");
  await expect(results.filter({ hasText: /^Search$/ })).toHaveCount(0);
});

test("a post's tag links to everything that has it", async ({ page }) => {
  await open(page, "/blog/hiring-from-referrals");
  await page.getByRole("link", { name: "Referral programme", exact: true }).click();
  await expect(page).toHaveURL("/search?q=Referral+programme");
  const results = page.getByRole("list", { name: "Results" }).getByRole("link");
  await expect(results.filter({ hasText: "How the programme works" })).toBeVisible();
  await expect(results.filter({ hasText: "Hiring from referrals" })).toBeVisible();
});

test.describe("If the index does not arrive", () => {
  test.use({ allowedConsole: /Failed to load resource/ });

  test("the page says so, and loads it again with the next key", async ({ page }) => {
    const restore = await lose(page, "GET /search.json");
    await page.goto("/search");
    await hydrated(page);
    const field = page.getByRole("searchbox");
    await field.fill("hotel");
    await expect(page.getByText("Search could not be loaded.")).toBeVisible();
    await restore();
    await field.fill("hotels");
    await expect(page.getByRole("list", { name: "Results" })).toBeVisible();
  });
});

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false });

  test("all services, posts and texts are listed", async ({ page }) => {
    await page.goto("/search");
    await expect(page.getByRole("searchbox")).toBeHidden();
    const all = page.getByRole("region", { name: "All pages" });
    const below = ROUTES.filter((path) => /^\/(services|blog)\/./.test(path));
    for (const path of [...below, ...TEXT_PAGES]) {
      await expect(all.locator(`a[href="${path}"]`)).toHaveText(/\w/);
    }
  });
});

/** Returns a function that measures how long a page's main thread works for something. */
async function meter(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const worked = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN);
  };
  return async (something: () => Promise<unknown>) => {
    const before = await worked();
    await something();
    return (await worked()) - before;
  };
}
