/** Pages in other languages than English. */
import languages from "../../content/languages.json" with { type: "json" };
import {
  expectAccessible,
  expectNoSidewaysScrolling,
  expectNoViolations,
  hydrated,
  open,
  requestsOf,
  routesIn,
  showNavigation,
} from "./support/pages";
import { ADMIN, CODE, KEYS, MEMBER, prepare } from "./support/programme";
import { RECORD } from "../src/testing/samples";
import { expect, test } from "./support/test";
import { wordsIn } from "./support/words";

const [english, ...others] = languages;

/** The first page of each screen: the others are like it. */
const ONE_OF_EACH = [
  "",
  "/services",
  "/services/it-services",
  "/vacancies",
  "/about",
  "/search",
  "/contact",
  "/referral",
];

for (const { code, tag, locale, rightToLeft = false } of others) {
  const base = `/${code}`;
  const direction = rightToLeft ? "rtl" : "ltr";

  test(`every page in ${tag} fits 320 pixels, is marked as such and has no violation`, async ({
    page,
  }) => {
    const routes = routesIn(code);
    expect(routes.length).toBeGreaterThan(ONE_OF_EACH.length);
    await page.setViewportSize({ width: 320, height: 640 });
    const canonical = page.locator('link[rel="canonical"]');
    for (const path of routes) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.locator("html")).toHaveAttribute("lang", tag);
        expect(await page.evaluate(() => getComputedStyle(document.body).direction)).toBe(
          direction,
        );
        await expect(canonical).toHaveAttribute("href", `https://karavan.example${path}`);
        await expectNoSidewaysScrolling(page);
        await expectNoViolations(page);
      });
    }
  });

  for (const path of ONE_OF_EACH.map((screen) => base + screen)) {
    test(`${path} can be read in every scheme and size, and fetches no font`, async ({ page }) => {
      const requests = requestsOf(page);
      await page.goto(path);
      await expectAccessible(page);
      await page.setViewportSize({ width: 640, height: 400 });
      await page.evaluate(() => {
        document.documentElement.style.fontSize = "200%";
      });
      await expectNoSidewaysScrolling(page);
      await hydrated(page);
      expect(requests.filter((request) => request.endsWith(".woff2"))).toEqual([]);
    });
  }

  test.describe("in a browser that speaks it", () => {
    test.use({ locale });

    test(`an English page offers ${tag} once, until one presses somewhere`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await page.goto("/");
      const offer = page.locator("body > [popover] > a");
      await expect(offer).toBeVisible();
      await expect(offer).toHaveAttribute("lang", tag);
      await expectNoSidewaysScrolling(page);
      await expectNoViolations(page);
      await page.keyboard.press("Escape");
      await expect(offer).toBeHidden();
      await page.reload();
      await offer.click();
      await expect(page).toHaveURL(base);
      await expect(offer).toHaveCount(0);
      // Whoever goes back to English has seen it.
      await page.locator('footer a[lang="en-GB"]').click();
      await hydrated(page);
      await expect(offer).toHaveCount(0);
    });
  });

  test(`in ${tag}, pages follow each other without loading, and what is missing is in English`, async ({
    page,
  }) => {
    const errors: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") errors.push(message.text());
    });
    await open(page, base);
    await page.evaluate(() => Object.assign(window, { same: true }));
    await showNavigation(page);
    const navigation = page.getByRole("banner").getByRole("navigation");
    await navigation.locator(`a[href="${base}/services"]`).click();
    await expect(page).toHaveURL(`${base}/services`);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    await page.locator(`main a[href="${base}/services/it-services"]`).first().click();
    await expect(page).toHaveURL(`${base}/services/it-services`);
    const contact = page.locator(`main a[href^="${base}/contact?subject="]`).first();
    await contact.click();
    await expect(page).toHaveURL(new RegExp(`${base}/contact\\?subject=`));
    expect(await page.evaluate(() => "same" in window)).toBe(true);
    const blog = page.getByRole("contentinfo").locator('a[href="/blog"]');
    await expect(blog).toHaveAttribute("hreflang", "en");
    await blog.click();
    await expect(page).toHaveURL("/blog");
    await expect(page.locator("html")).toHaveAttribute("lang", english?.tag ?? "");
    expect(errors).toEqual([]);
  });

  test(`the contact form in ${tag} says what is missing and what was done in its own words`, async ({
    page,
  }) => {
    const rules = wordsIn(code, "rules");
    await open(page, `${base}/contact?subject=IT`);
    const form = page.locator("main form");
    const field = (name: string) => form.locator(`[name="${name}"]`);
    await field("email").fill("asha@");
    await form.locator("button[type=submit]").click();
    await expect(form.locator("li a")).toHaveText(
      ["contact-name-missing", "contact-email-invalid", "contact-message-missing"].map(rules),
    );
    await expect(form.locator("h3")).toHaveText(`${rules("error")}: ${rules("not-sent")}`);
    await expect(field("name")).toHaveAccessibleDescription(rules("contact-name-missing"));
    await expectNoSidewaysScrolling(page);
    await expectNoViolations(page);
    await field("name").fill("Asha Menon");
    await field("email").fill("asha@example.com");
    await field("message").fill("Doha");
    await form.locator("button[type=submit]").click();
    const toast = page.locator("ol li", { hasText: rules("message-sent-title") });
    await expect(toast).toContainText(rules("message-sent"));
    const close = toast.getByRole("button", { name: wordsIn(code, "components")("dismiss") });
    await close.click();
    await expect(toast).toBeHidden();
  });

  test(`a referral in ${tag} is refused, submitted and listed in its own words`, async ({
    page,
  }) => {
    const [words, rules] = [wordsIn(code, "referral"), wordsIn(code, "rules")];
    const field = (name: string) => page.locator(`form [name="${name}"]`);
    const toast = (title: string) => page.locator("ol li", { hasText: rules(title) });
    // On a small screen it may lie over the next button.
    const close = () =>
      page.getByRole("button", { name: wordsIn(code, "components")("dismiss") }).click();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.goto(`${base}/referral?service=it-services`);
    const submit = page.getByRole("button", { name: words("submit"), exact: true });
    await expect(submit).toBeEnabled();
    await submit.click();
    await expect(page.locator("main form li a")).toHaveText(
      [
        "referrer-name-missing",
        "referrer-phone-missing",
        "referred-name-missing",
        "referred-phone-missing",
      ].map(rules),
    );
    await expect(toast("referrer-name-missing-toast")).toContainText(rules("error"));
    await close();
    await field("referrerName").fill("Asha");
    await field("referrerPhone").fill(MEMBER);
    await field("referredName").fill("ليلى حسن");
    await field("referredPhone").fill("97455551234");
    await submit.click();
    await expect(toast("referral-submitted-title")).toContainText("ليلى حسن");
    await close();

    await field("mobile").fill("98400");
    await page.locator("button[value=signup]").click();
    await expect(field("mobile")).toHaveAccessibleDescription(
      new RegExp(rules("mobile-too-short")),
    );
    await close();
    await field("mobile").fill(MEMBER);
    await page.locator("button[value=signup]").click();
    await expect(toast("code-sent-title")).toContainText(CODE);
    await expect(page.getByRole("dialog")).toContainText(words("sign-up-title"));
    await expectNoViolations(page);
    await close();
    await field("code").fill(CODE);
    await page.getByRole("button", { name: words("verify") }).click();
    await expect(toast("signed-up-title")).toContainText(rules("signed-up"));
    const row = page.getByRole("row", { name: "ليلى حسن" });
    await expect(row).toContainText(words("pending"));
    const options = page.locator('select[name="service"] option[value="it-services"]');
    await expect(row).toContainText((await options.textContent()) ?? "no service");
    // In the time zone of the page.
    const today = await page.evaluate(
      (language) => new Date().toLocaleDateString(language, { dateStyle: "long" }),
      locale,
    );
    await expect(row).toContainText(today);
    await expectNoSidewaysScrolling(page);
    await expectNoViolations(page);
  });

  test(`the admin gives points and chooses a file to import in ${tag}`, async ({ page }) => {
    const [words, rules] = [wordsIn(code, "referral"), wordsIn(code, "rules")];
    const shared = wordsIn(code, "components");
    const toast = (title: string) => page.locator("ol li", { hasText: title });
    const button = (name: string) => page.getByRole("button", { name, exact: true });
    await prepare(page, { [KEYS.referrals]: JSON.stringify([RECORD]) });
    await page.goto(`${base}/referral`);
    await page.locator('[name="mobile"]').fill(ADMIN);
    await button(words("login")).click();
    await page.locator('[name="code"]').fill(CODE);
    await button(words("verify")).click();
    await expect(toast(rules("logged-in-title"))).toContainText(rules("logged-in"));
    await page.getByRole("button", { name: words("assign") }).click();
    await page.locator('[name="points"]').fill("-1");
    await button(words("save")).click();
    await expect(toast(rules("error"))).toContainText(rules("points-missing-toast"));
    await page.locator('[name="points"]').fill("25");
    await button(words("save")).click();
    await expect(toast(rules("points-assigned-title"))).toContainText(rules("points-assigned"));
    await expect(page.getByRole("row").last()).toContainText(words("successful"));
    const file = Buffer.from("{}");
    const chosen = page.locator('input[type="file"]');
    await chosen.setInputFiles({ name: "a.json", mimeType: "application/json", buffer: file });
    await expect(chosen).toHaveAccessibleDescription(new RegExp(rules("not-an-export")));
    const download = page.waitForEvent("download");
    await button(words("export-json")).click();
    await chosen.setInputFiles(await (await download).path());
    await expect(page.getByRole("dialog")).toContainText(shared("import-nothing"));
    await expectNoViolations(page);
  });

  test(`the switch to ${tag} leads to the same page, or to the home page`, async ({ page }) => {
    const link = page.getByRole("contentinfo").locator(`a[lang="${tag}"]`);
    await page.goto("/services");
    await expect(link).toHaveAttribute("href", `${base}/services`);
    await page.goto("/blog");
    await expect(link).toHaveAttribute("href", base);
    await page.goto("/referral?service=training&opening=%2Fvacancies%2Fx");
    await expect(link).toHaveAttribute(
      "href",
      `${base}/referral?service=training&opening=%2Fvacancies%2Fx`,
    );
    await page.goto("/nothing");
    await expect(link).toHaveAttribute("href", base);
    await hydrated(page);
    await expect(link).toHaveAttribute("href", base);
    await link.click();
    await expect(page).toHaveURL(base);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    const back = page.getByRole("contentinfo").getByRole("link", { name: "English" });
    await expect(back).toHaveAttribute("href", "/");
    await page.goto(`${base}/privacy`);
    await expect(back).toHaveAttribute("href", "/privacy");
  });

  test(`the search in ${tag} finds a page by a word of its title`, async ({ page }) => {
    await page.goto(`${base}/services/it-services`);
    const title = await page.getByRole("heading", { level: 1 }).textContent();
    await page.goto(`${base}/search?q=${encodeURIComponent(title ?? "")}`);
    const found = page.locator("main ol a").first();
    await expect(found).toHaveAttribute("href", `${base}/services/it-services`);
    await expect(page.locator("main output")).toContainText(title ?? "no title");
  });

  test(`an unknown address below ${base} shows the home page in ${tag}`, async ({ page }) => {
    await page.goto(`${base}/nothing`);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute(
      "href",
      `https://karavan.example${base}`,
    );
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  });
}

test("arrows show where a link leads, also from right to left", async ({ page }) => {
  const arrow = () =>
    page.evaluate(() => {
      const link = document.querySelector("main a");
      return link && getComputedStyle(link, "::before").content;
    });
  await page.goto("/services/it-services");
  expect(await arrow()).toContain("←");
  await page.goto("/ar/services/it-services");
  expect(await arrow()).toContain("→");
});

test("the sitemap names each page in all its languages, and English for everybody else", async ({
  request,
}) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  const [, services = ""] = /<loc>[^<]*\/services<\/loc>(.*)<\/url>/.exec(sitemap) ?? [];
  for (const { code, tag } of others) {
    const alternate = `hreflang="${tag}" href="https://karavan.example/${code}/services"`;
    expect(services).toContain(alternate);
  }
  expect(services).toContain('hreflang="x-default" href="https://karavan.example/services"');
  const [, blog] = /<loc>[^<]*\/blog<\/loc>(.*)<\/url>/.exec(sitemap) ?? [];
  expect(blog).toBe("");
});
