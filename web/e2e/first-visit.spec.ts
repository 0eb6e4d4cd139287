import { alive } from "./support/alive";
import { ROUTES } from "./support/routes";
import { expect, test } from "./support/test";

for (const path of ROUTES) {
  test(`${path} is painted before it asks for a script, on a phone for a font`, async ({
    page,
    hasTouch,
  }) => {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem("faces")), { timeout: 10_000 })
      .not.toBeNull();
    const late = hasTouch ? /\.(js|woff2)$/ : /\.js$/;
    const early = await page.evaluate((ending) => {
      const [paint] = performance.getEntriesByName("first-contentful-paint");
      const resources = performance.getEntriesByType("resource");
      return resources
        .filter(({ name }) => new RegExp(ending).test(name))
        .filter(({ startTime }) => startTime < (paint?.startTime ?? 0))
        .map(({ name }) => name);
    }, late.source);
    expect(early).toEqual([]);
  });
}

test("the faces move nothing when they arrive, and are worn from then on", async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as Shift).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto("/");
  const fetched = () => page.evaluate(() => localStorage.getItem("faces") !== null);
  await expect.poll(fetched).toBe(true);
  await page.waitForTimeout(300);
  const moved = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(moved).toBeLessThan(0.0005);

  await page.reload();
  await expect(page.locator("html")).toHaveAttribute("data-faces");
  await expect
    .poll(() => page.evaluate(() => document.fonts.check('500 1em "Brygada 1918"')))
    .toBe(true);
});

test("faces that come late wait for the next page @phone", async ({ page }) => {
  await page.route("**/*.woff2", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2500));
    await route.continue();
  });
  await page.goto("/");
  const root = page.locator("html");
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem("faces") !== null), { timeout: 10_000 })
    .toBe(true);
  await expect(root).not.toHaveAttribute("data-faces");
  await page.getByRole("main").getByRole("link", { name: "Our Services" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/./);
  await expect(root).toHaveAttribute("data-faces");
});

for (const path of ["/referral", "/contact"]) {
  test(`${path} fetches nothing that only a server needs @once`, async ({ page }) => {
    const fetched: string[] = [];
    page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
    await page.goto(path);
    // Again, if the field was focused before the page came alive.
    const field = page.getByRole("textbox").first();
    await expect(async () => {
      await field.blur();
      await field.focus();
      await expect.poll(() => fetched, { timeout: 500 }).toContain("/config.json");
    }).toPass();
    await page.waitForLoadState("networkidle");
    expect(fetched.filter((address) => /hosted|send-message|^\/api/.test(address))).toEqual([]);
  });
}

test("the pointer on a link fetches the next page's scripts, and nothing else @once", async ({
  page,
}) => {
  await page.goto("/");
  await alive(page);
  await page.waitForLoadState("networkidle");
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await page.getByRole("banner").getByRole("link", { name: "Referral" }).hover();
  await expect.poll(() => fetched.join()).toContain("referral-page");
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(500);
  expect(fetched.filter((address) => !/^\/assets\/[^/]+\.js$/.test(address))).toEqual([]);
});

type Shift = { value: number };
