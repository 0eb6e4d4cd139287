/** Vacancies and courses: from the list to a form that knows what it is about. */
import { fillMessage, expectMessage } from "./support/contact";
import { visit } from "./support/offline";
import { open, ROUTES } from "./support/pages";
import { expect, test } from "./support/test";

const TITLE = "Maintenance planner, base maintenance";
const VACANCY = "/vacancies/maintenance-planner-doha";

test("a vacancy leads to a referral for it, which has it in its notes", async ({ page }) => {
  await open(page, "/vacancies");
  await page.getByRole("link", { name: TITLE }).click();
  await expect(page).toHaveURL(VACANCY);
  await expect(page.getByRole("main")).toContainText("QAR 11,000 to 14,000 a month");
  await page.getByRole("link", { name: "Refer someone for this" }).click();
  const service = page.getByLabel("Service", { exact: true });
  const opening = page.getByLabel("Vacancy or course");
  await expect(service).toHaveValue("hr-recruitment");
  await expect(opening).toHaveValue(TITLE);
  await test.step("it is no draft: the plain form has none", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Referral" }).click();
    await expect(service).toHaveValue("");
    await expect(opening).toBeHidden();
    await page.goBack();
    await page.goBack();
    await expect(opening).toHaveValue(TITLE);
  });
  await test.step("in this browser's list it stands before the visitor's own notes", async () => {
    await page.getByLabel("Your Name").fill("Asha");
    await page.getByLabel("Your Phone Number").fill("9876543210");
    await page.getByLabel("Referred Person's Name").fill("Binu");
    await page.getByLabel("Referred Person's Phone Number").fill("9744555666");
    await page.getByLabel(/Additional Notes/).fill("She is in Doha until May.");
    await page.getByRole("button", { name: "Submit Referral" }).click();
    await expect(page.getByLabel("Referred Person's Name")).toHaveValue("");
    const stored = await page.evaluate(() => localStorage.getItem("allReferrals"));
    const [referral] = JSON.parse(stored ?? "[]") as { notes: string }[];
    expect(referral?.notes).toBe(`About: ${TITLE}\nShe is in Doha until May.`);
    expect(referral).not.toHaveProperty("opening");
  });
});

test("whoever applies writes a message with the vacancy as its subject", async ({ page }) => {
  await open(page, "/vacancies");
  await page.getByRole("link", { name: TITLE }).click();
  await page.getByRole("link", { name: "Apply", exact: true }).click();
  await expectMessage(page, { Subject: `Application: ${TITLE}` });
  await fillMessage(page, { Subject: `Application: ${TITLE}` });
});

test("a course leads to a question and to a referral for it", async ({ page }) => {
  await open(page, "/courses/tool-control-for-line-stations");
  await page.getByRole("link", { name: "Refer someone for this" }).click();
  await expect(page.getByLabel("Service", { exact: true })).toHaveValue("training");
  await expect(page.getByLabel("Vacancy or course")).toHaveValue("Tool control for line stations");
  await page.goBack();
  await page.getByRole("link", { name: "Ask about this course" }).click();
  await expectMessage(page, { Subject: "Course: Tool control for line stations" });
});

test("vacancies are in the search, the sitemap and a feed", async ({ page, request }) => {
  expect(ROUTES).toContain(VACANCY);
  const feed = await (await request.get("/vacancies.xml")).text();
  expect(feed).toContain(`<title>${TITLE}</title>`);
  await page.goto("/search?q=maintenance+planner");
  const results = page.getByRole("list", { name: "Results" }).getByRole("link");
  await expect(results.first()).toHaveText(TITLE);
});

test.describe("With a clock after the last day", () => {
  test("a page that was left open does not show a vacancy as open", async ({ page }) => {
    await page.clock.setFixedTime(new Date("2030-01-01T00:00:01Z"));
    await open(page, "/");
    await expect(page.getByRole("link", { name: TITLE })).toHaveCount(0);
    await expect(page.getByRole("heading", { name: "Recent work" })).toBeVisible();
    await expect(
      page.getByRole("contentinfo").getByRole("link", { name: "Vacancies" }),
    ).toHaveCount(0);
    await open(page, VACANCY);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This vacancy is closed");
    await open(page, "/vacancies");
    await expect(page.getByRole("main")).toContainText("There is no open vacancy at the moment.");
  });
});

test.describe("Offline", () => {
  test.use({ serviceWorkers: "allow" });

  test("what is stored names no vacancy", async ({ page }) => {
    await visit(page, "/");
    const texts = await page.evaluate(async () => {
      const [name = ""] = await caches.keys();
      const cache = await caches.open(name);
      const stored = await cache.keys();
      const pages = stored.filter(({ url }) => !/\/assets\//.test(url));
      const read = async (request: Request) => (await (await cache.match(request))?.text()) ?? "";
      return Promise.all(pages.map(async (request) => [request.url, await read(request)]));
    });
    expect(texts.length).toBeGreaterThan(10);
    const dated = /\/(vacancies|courses|cases)\b/;
    expect(texts.filter(([url]) => dated.test(url ?? ""))).toEqual([]);
    expect(texts.filter(([, text]) => text?.includes(TITLE))).toEqual([]);
    const home = texts.find(([url]) => new URL(url ?? "").pathname === "/");
    expect(home?.[1]).toContain("Recent work");
  });
});
