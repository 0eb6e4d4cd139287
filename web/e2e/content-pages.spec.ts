/** The pages made from files in content/: services, texts, posts, and the links to them. */
import { messageField, expectMessage } from "./support/contact";
import { expectStill, hydrated, noteShifts, nothingFetched, open, ROUTES } from "./support/pages";
import { openReferral, serverOf } from "./support/programme";
import { hold } from "./support/requests";
import { expect, test } from "./support/test";

const SERVICES = ROUTES.filter((path) => path.startsWith("/services/"));
const TEXTS = {
  "/about": "About us",
  "/how-it-works": "How the programme works",
  "/privacy": "Privacy notice",
  "/terms": "Terms of use",
};

test("a service's card links to its page, and the page to a message about it @engines", async ({
  page,
}) => {
  await page.goto("/");
  await page.getByRole("heading", { name: "MRO Consulting" }).getByRole("link").click();
  await expect(page).toHaveURL("/services/mro-consulting");
  await expect(page).toHaveTitle(/^MRO Consulting · /);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("MRO Consulting");
  await page.getByRole("link", { name: "Discuss your project" }).click();
  await expectMessage(page, { Subject: "MRO Consulting" });
  await page.goBack();
  await page.getByRole("link", { name: "All services" }).click();
  await expect(page).toHaveURL("/services");
  await page.getByRole("link", { name: "More about IT Services" }).click();
  await expect(page).toHaveURL("/services/it-services");
});

test("every service has a page, with the same questions for search engines", async ({ page }) => {
  expect(SERVICES).toHaveLength(6);
  for (const path of SERVICES) {
    await page.goto(path);
    const section = page.getByRole("region", { name: "Questions and answers" });
    const asked = await section.getByRole("heading", { level: 3 }).allTextContents();
    expect(asked.length).toBeGreaterThanOrEqual(4);
    const data = await page.locator('script[type="application/ld+json"]').textContent();
    const graph: { name?: string; mainEntity?: { name: string }[] }[] = JSON.parse(data ?? "")[
      "@graph"
    ];
    expect(graph.flatMap(({ mainEntity = [] }) => mainEntity.map(({ name }) => name))).toEqual(
      asked,
    );
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    expect(graph[0]?.name).toBe(title);
  }
});

test("an unknown service shows the home page, like every unknown path", async ({ page }) => {
  await page.goto("/services/spaceflight");
  await expect(page.getByRole("link", { name: "Our Services" })).toBeVisible();
});

test("the footer of every page links to the pages of text, which link to each other @engines", async ({
  page,
}) => {
  await page.goto("/contact");
  for (const [path, title] of Object.entries(TEXTS)) {
    await page.getByRole("contentinfo").getByRole("link", { name: title }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(page).toHaveTitle(new RegExp(`^${title} · `));
    await expect(page.getByRole("navigation", { name: "On this page" })).toBeVisible();
  }
});

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false });

  test("services, pages of text and posts can be read, and the offices show their opening hours", async ({
    page,
  }) => {
    for (const path of [...SERVICES, ...Object.keys(TEXTS), "/blog/staffing-a-line-station"]) {
      await page.goto(path);
      expect((await page.getByRole("main").innerText()).split(/\s+/).length).toBeGreaterThan(450);
    }
    await page.goto("/contact");
    await expect(page.getByText("Monday to Friday, 09:30 to 18:00")).toBeVisible();
    await expect(page.getByText("UTC+5:30", { exact: true })).toBeVisible();
    await expect(page.getByText("UTC+3", { exact: true })).toBeVisible();
  });
});

test("contact shows the local time of each office without shifting the page @engines", async ({
  page,
}) => {
  await page.clock.setFixedTime(new Date("2026-03-02T23:10:00Z"));
  await noteShifts(page);
  await page.goto("/contact");
  await expect(page.getByText("UTC+5:30 · now 04:40")).toBeVisible();
  await expect(page.getByText("UTC+3 · now 02:10")).toBeVisible();
  await expectStill(page);
});

test(
  "each form says what happens to the data typed into it",
  { tag: "@both" },
  async ({ page }) => {
    const hosted = serverOf(page) !== undefined;
    await openReferral(page);
    const main = page.getByRole("main");
    await expect(main.getByText("we do not receive it and call no one")).toHaveCount(
      hosted ? 0 : 1,
    );
    await expect(main.getByText("We will call this person")).toHaveCount(hosted ? 1 : 0);
    await expect(main.getByRole("link", { name: "Privacy notice" })).toBeVisible();
    // Somebody may focus a field before the script is loaded.
    const arrive = await hold(page, "GET /assets/*.js");
    await page.goto("/contact", { waitUntil: "domcontentloaded" });
    await expect(main.getByText("We use what you write to answer you")).toBeVisible();
    await messageField(page, "Name").focus();
    arrive();
    const unread = main.getByText("your message will not reach us");
    if (hosted) {
      await hydrated(page);
      await nothingFetched(page);
      await expect(unread).toHaveCount(0);
    } else await expect(unread).toBeVisible();
  },
);

test("a post shows its reading time, its tags, and what to read next", async ({ page }) => {
  await page.goto("/blog");
  const card = page.getByRole("article").filter({ hasText: "Staffing a line station" });
  await expect(card).toContainText("5 min read");
  await open(page, "/blog/staffing-a-line-station");
  const main = page.getByRole("main");
  await expect(main).toContainText("5 min read");
  await expect(main).toContainText("Tags: MRO Recruitment Training");
  const next = page.getByRole("region", { name: "Read next" }).getByRole("link");
  await expect(next).toHaveText([/renewing an independent hotel/, /Hiring from referrals/]);
  await next.last().click();
  await expect(page).toHaveURL("/blog/hiring-from-referrals");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});
