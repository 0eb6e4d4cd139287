/** The texts of the pages. */
import { intercept } from "./support/requests";
import { expect, test } from "./support/test";

test("home: a hero with two links, six offers, and a call to action", async ({ page }) => {
  await page.goto("/");
  for (const [name, path] of [
    ["Our Services", "/services"],
    ["Get in Touch", "/contact"],
  ] as const) {
    await expect(page.getByRole("link", { name })).toHaveAttribute("href", path);
  }
  await expect(page.getByRole("heading", { name: "What We Offer" })).toBeVisible();
  for (const offer of [
    "HR Recruitment",
    "Professional Trainings",
    "IT Services",
    "Non-IT Services",
    "Aerospace Consulting",
    "MRO Consulting",
  ]) {
    await expect(page.getByRole("heading", { name: offer, exact: true })).toBeVisible();
  }
  await expect(page.getByRole("heading", { name: /Ready to Elevate Your Business/ })).toBeVisible();
  await page.getByRole("link", { name: "Contact Us Today" }).click();
  await expect(page).toHaveURL("/contact");
});

test("the footer shows the current year, whenever the page was built", async ({ page }) => {
  await page.clock.setFixedTime(new Date("2041-01-01T00:00:00+03:00"));
  await page.goto("/");
  await expect(page.getByRole("contentinfo")).toContainText("© 2041 ");
});

test("services: six cards, each with what it covers", async ({ page }) => {
  await page.goto("/services");
  const covers: Record<string, RegExp[]> = {
    "HR Recruitment": [/executive search/i, /bulk hiring/i, /recruitment drive/i],
    "Corporate Trainings": [/technical/i, /leadership/i, /soft[- ]skills/i],
    "IT Services": [/software development/i, /cloud/i, /cybersecurity/i, /consulting/i, /managed/i],
    "Non-IT Services": [/project management/i, /business process outsourcing/i, /market research/i],
    "Aerospace Consulting": [/manufacturing/i, /supply chain/i, /regulatory/i, /integration/i],
    "MRO Consulting": [/maintenance/i, /repair/i, /overhaul/i],
  };
  const parts = page.getByRole("main").locator("section, article, li");
  for (const [title, words] of Object.entries(covers)) {
    const heading = page.getByRole("heading", { name: title, exact: true });
    const card = parts.filter({ has: heading }).last();
    for (const word of words) await expect(card).toContainText(word);
  }
});

test("blog: the whole card links to its post, which has a link back", async ({ page }) => {
  const main = page.getByRole("main");
  const card = page.getByRole("article").filter({ hasText: "Travel & Hospitality" });
  const expectPost = async () => {
    await expect(page).toHaveURL("/blog/hotel-chandrayan-najibabad");
    await expect(main).toContainText("Travel & Hospitality");
    await expect(main).toContainText("Karavan Global with Hotel Chandrayan");
    await expect(main).not.toContainText("Karavan Global Insights");
    await expect(main.locator("time").first()).toHaveAttribute("datetime", "2025-05-28");
    expect((await main.innerText()).split(/\s+/).length).toBeGreaterThan(800);
  };
  await page.goto("/blog");
  await test.step("the card shows what the list has", async () => {
    await expect(card).toHaveCount(1);
    for (const words of ["Travel & Hospitality", "Karavan Global Insights", "Read More"]) {
      await expect(card).toContainText(words);
    }
    await expect(card.getByRole("img")).toBeVisible();
    await expect(card.locator("time")).toHaveAttribute("datetime", "2025-05-28");
  });
  await test.step("its corner links to the post, which React then renders", async () => {
    await expect(page.getByRole("article")).toHaveCount(3);
    await card.getByText("Read More").scrollIntoViewIfNeeded();
    const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 };
    await card.click({ position: { x: width - 4, y: height - 4 } });
    await expectPost();
  });
  await test.step("a reload shows the same post, as it was prerendered", async () => {
    await page.reload();
    await expectPost();
  });
  await main.getByRole("link", { name: /blog/i }).first().click();
  await expect(page).toHaveURL("/blog");
});

test("blog: a post that is not found says so, and links back", async ({ page }) => {
  for (const slug of ["nothing", "__proto__", "constructor", "x".repeat(500), "%E0%A4%A8"]) {
    await test.step(slug.slice(0, 20), async () => {
      const response = await page.goto(`/blog/${slug}`);
      expect(response?.status()).toBe(404);
      await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
      const words = "Sorry, the blog post you are looking for does not exist.";
      await expect(page.getByText(words)).toBeVisible();
    });
  }
  await page.getByRole("link", { name: "Back to Blog" }).click();
  await expect(page).toHaveURL("/blog");
});

test("a picture that cannot be loaded leaves a plain box of its size", async ({ page }) => {
  await intercept(page, "GET /pictures/*", (route) => route.fulfill({ status: 200, body: "" }));
  await page.goto("/blog");
  await expect(page.getByRole("article").first()).toContainText("Read More");
  const card = await page.getByRole("article").first().boundingBox();
  expect(card?.height).toBeGreaterThan(200);
});

test("sitemap, robots, feed, manifest and icons exist; a missing file is a plain 404", async ({
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
  for (const path of ["/assets/gone-12345678.js", "/missing.png"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(404);
    expect(response.headers()["content-type"], path).toMatch(/text\/plain/);
  }
});
