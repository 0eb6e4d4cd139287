import { expect, test } from "./support/test";

test("home: a hero with two ways on, six offers, and a call to action", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Our Services" })).toHaveAttribute(
    "href",
    "/services",
  );
  await expect(page.getByRole("link", { name: "Get in Touch" })).toHaveAttribute(
    "href",
    "/contact",
  );
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
  for (const [title, words] of Object.entries(covers)) {
    const card = page
      .getByRole("main")
      .locator("section, article, li")
      .filter({
        has: page.getByRole("heading", { name: title, exact: true }),
      })
      .last();
    for (const word of words) await expect(card).toContainText(word);
  }
});

test("blog list: the one post, whose whole card is its link", async ({ page }) => {
  await page.goto("/blog");
  const card = page.getByRole("article");
  await expect(card).toHaveCount(1);
  await expect(card).toContainText("Travel & Hospitality");
  await expect(card).toContainText("Karavan Global Insights");
  await expect(card.getByRole("img")).toBeVisible();
  await expect(card.locator("time")).toHaveAttribute("datetime", "2025-05-28");
  await expect(card).toContainText("Read More");
  await card.getByText("Read More").scrollIntoViewIfNeeded();
  const box = await card.boundingBox();
  await card.click({ position: { x: (box?.width ?? 0) - 4, y: (box?.height ?? 0) - 4 } });
  await expect(page).toHaveURL("/blog/hotel-chandrayan-najibabad");
});

test("blog post: a way back, category, title, another author label, date and body", async ({
  page,
}) => {
  await page.goto("/blog/hotel-chandrayan-najibabad");
  const main = page.getByRole("main");
  await expect(main).toContainText("Travel & Hospitality");
  await expect(main).toContainText("Karavan Global with Hotel Chandrayan");
  await expect(main).not.toContainText("Karavan Global Insights");
  await expect(main.locator("time").first()).toHaveAttribute("datetime", "2025-05-28");
  expect((await main.innerText()).split(/\s+/).length).toBeGreaterThan(800);
  await main.getByRole("link", { name: /blog/i }).first().click();
  await expect(page).toHaveURL("/blog");
});

test("the post can be reached inside the site, where nothing is prerendered", async ({ page }) => {
  await page.goto("/blog");
  await page.getByRole("article").getByRole("link").first().click();
  await expect(page.getByRole("main")).toContainText("Karavan Global with Hotel Chandrayan");
});

for (const slug of ["nothing", "__proto__", "constructor", "x".repeat(500), "%E0%A4%A8"]) {
  test(`blog post ${slug.slice(0, 20)} is not found`, async ({ page }) => {
    const response = await page.goto(`/blog/${slug}`);
    expect(response?.status()).toBe(404);
    await expect(page.getByRole("heading", { name: "Post Not Found" })).toBeVisible();
    await expect(
      page.getByText("Sorry, the blog post you are looking for does not exist."),
    ).toBeVisible();
    await page.getByRole("link", { name: "Back to Blog" }).click();
    await expect(page).toHaveURL("/blog");
  });
}

test("a picture that cannot be loaded leaves a tidy place", async ({ page }) => {
  await page.route("**/pictures/**", (route) => route.fulfill({ status: 200, body: "" }));
  await page.goto("/blog");
  await expect(page.getByRole("article")).toContainText("Read More");
  const card = await page.getByRole("article").boundingBox();
  expect(card?.height).toBeGreaterThan(200);
});

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false });

  test("every page can be read, and the links lead on", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: "MRO Consulting" })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.getByRole("article").getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.getByRole("banner").getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("link", { name: "info@karavan.example" }).first()).toBeVisible();
  });

  test("the referral page says that it needs script", async ({ page }) => {
    await page.goto("/referral");
    await expect(page.getByText(/JavaScript/)).toBeVisible();
  });
});
