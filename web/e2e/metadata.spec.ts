import { ROUTES } from "./support/routes";
import { expect, test } from "./support/test";

/** What is about something else than the company. */
const TYPES: Record<string, string[]> = {
  "/services": ["Service"],
  "/blog/hotel-chandrayan-najibabad": ["BlogPosting", "BreadcrumbList"],
};

test("every known page is among those that are looked at", () => {
  const known = ["/", "/services", "/blog", "/contact", "/referral", ...Object.keys(TYPES)];
  expect(ROUTES).toEqual(expect.arrayContaining(known));
});

for (const path of ROUTES) {
  test(`${path} says what it is to search engines and to other sites`, async ({ page }) => {
    await page.goto(path);
    await expect(page.locator("title")).toHaveCount(1);
    await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /.{50,}/);
    const canonical = page.locator('link[rel="canonical"]');
    await expect(canonical).toHaveAttribute("href", `https://karavan.example${path}`);
    for (const property of ["og:title", "og:description", "og:url", "og:image", "og:type"]) {
      await expect(page.locator(`meta[property="${property}"]`)).toHaveAttribute("content", /.+/);
    }
    const data = await page.locator('script[type="application/ld+json"]').allTextContents();
    const found = JSON.stringify(data.map((text) => JSON.parse(text)));
    for (const type of TYPES[path] ?? ["Organization"])
      expect(found).toContain(`\\"@type\\":\\"${type}\\"`.replaceAll("\\", ""));
  });
}

test("sitemap, robots, feed, manifest and icons are there, with their types", async ({
  request,
}) => {
  const files: Record<string, RegExp> = {
    "/sitemap.xml": /xml/,
    "/robots.txt": /text\/plain/,
    "/feed.xml": /atom\+xml|xml/,
    "/site.webmanifest": /manifest\+json/,
    "/favicon.svg": /image\/svg\+xml/,
    "/apple-touch-icon.png": /image\/png/,
    "/social.png": /image\/png/,
  };
  for (const [path, type] of Object.entries(files)) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toMatch(type);
  }
});

test("a missing asset is a plain 404, never a page", async ({ request }) => {
  for (const path of ["/assets/gone-12345678.js", "/missing.png"]) {
    const response = await request.get(path);
    expect(response.status()).toBe(404);
    expect(response.headers()["content-type"]).toMatch(/text\/plain/);
  }
});
