/**
 * Scripts that are late or missing: every page can be read, says what is missing, recovers, and
 * sends nothing twice. Also, what a page fetches, and when.
 */
import { fillMessage, messageField, sendButton } from "./support/contact";
import { fontsFetched, nothingFetched, open, requestsOf } from "./support/pages";
import { expectToast } from "./support/programme";
import { hold, intercept, lose } from "./support/requests";
import { expect, test } from "./support/test";

test.describe("Scripts that arrive late", () => {
  test("the programme says that it is loading until the rules have arrived", async ({ page }) => {
    const arrive = await hold(page, "GET /assets/*.wasm");
    await page.goto("/referral");
    await expect(page.getByText("Loading authentication status...")).toBeVisible();
    arrive();
    await expect(page.getByRole("button", { name: "Submit Referral" })).toBeEnabled();
    await expect(page.getByText("Loading authentication status...")).toBeHidden();
  });

  test("a message that waits for the site's mode is sent once, whatever is pressed", async ({
    page,
  }) => {
    const arrive = await hold(page, "GET /config.json");
    await page.goto("/contact");
    await fillMessage(page);
    const sent: string[] = [];
    page.on("console", (line) => {
      if (line.type() === "log") sent.push(line.text());
    });
    await sendButton(page).click();
    await expect(page.getByRole("button", { name: "Sending..." })).toBeDisabled();
    await messageField(page, "Subject").press("Enter");
    arrive();
    await expectToast(page, "Message Sent!");
    await expect(sendButton(page)).toBeEnabled();
    expect(sent).toHaveLength(1);
  });
});

test.describe("Scripts that do not arrive", () => {
  test.use({ allowedConsole: /Failed to load resource|ERR_FAILED|dynamically imported module/ });

  test("leave a page that can be read, with an offer to reload it", async ({ page }) => {
    const restore = await lose(page, "GET /assets/client-*.js");
    await page.goto("/contact");
    const lost = page.getByText("did not load completely");
    await expect(lost).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await restore();
    await page.getByRole("link", { name: "Reload the page" }).click();
    await expect(sendButton(page)).toBeEnabled();
    await expect(lost).toBeHidden();
  });

  for (const [path, script] of [
    ["/services/mro-consulting", "/assets/service-page-*.js"],
    ["/privacy", "/assets/privacy-*.js"],
  ] as const) {
    test(`leave ${path} as it is if ${script} is missing`, async ({ page }) => {
      await page.goto(path);
      const before = await page.getByRole("main").textContent();
      let asked = 0;
      await intercept(page, `GET ${script}`, (route) => {
        asked += 1;
        return route.abort();
      });
      await page.getByRole("banner").getByRole("link", { name: "Contact" }).hover();
      await expect.poll(() => asked).toBeGreaterThan(0);
      await nothingFetched(page);
      expect(await page.getByRole("main").textContent()).toBe(before);
      await page.getByRole("banner").getByRole("link", { name: "Contact" }).click();
      await expect(sendButton(page)).toBeEnabled();
    });
  }

  test("because a deploy has removed them: the page says so, keeps the header, and tries again", async ({
    page,
  }) => {
    const restore = await intercept(page, "GET /assets/services-page-*.js", (route) =>
      route.fulfill({ status: 404, body: "gone" }),
    );
    await open(page, "/");
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: "could not be loaded" })).toBeVisible();
    await expect(page.getByRole("banner")).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(/services/i);
  });
});

test.describe("Rules that cannot be fetched", () => {
  test.use({ allowedConsole: /ERR_FAILED|could not be opened|compile-?streaming/i });

  test("are reported, and fetched again when the visitor asks", async ({ page }) => {
    const restore = await lose(page, "GET /assets/*.wasm");
    await page.goto("/referral");
    const lost = page.getByText(/could not be loaded/);
    await expect(lost).toBeVisible();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(lost).toBeVisible();
    await restore();
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByRole("heading", { name: "Join Our Referral Program" })).toBeVisible();
  });
});

test.describe("Without script", () => {
  test.use({ javaScriptEnabled: false });

  test("every page can be read, and the links work", async ({ page }) => {
    const bar = page.getByRole("banner");
    await page.goto("/");
    await bar.getByRole("link", { name: "Services" }).click();
    await expect(page.getByRole("heading", { name: "MRO Consulting" })).toBeVisible();
    await bar.getByRole("link", { name: "Blog" }).click();
    await page.getByRole("article").getByRole("link").first().click();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await bar.getByRole("link", { name: "Contact Us" }).click();
    await expect(page.getByRole("link", { name: "info@karavan.example" }).first()).toBeVisible();
    await bar.getByRole("link", { name: "Referral" }).click();
    await expect(page.getByText(/JavaScript/)).toBeVisible();
  });
});

test.describe("What a page loads", () => {
  for (const path of ["/referral", "/contact"]) {
    test(`${path} loads nothing that only hosted mode needs`, async ({ page }) => {
      const fetched = requestsOf(page);
      await open(page, path);
      await page.getByRole("textbox").first().focus();
      await expect.poll(() => fetched).toContain("/config.json");
      await nothingFetched(page);
      expect(fetched.filter((address) => /hosted|send-message|^\/api/.test(address))).toEqual([]);
    });
  }

  test("the pointer on a link loads the next page's scripts and styles, and nothing else", async ({
    page,
  }) => {
    await open(page, "/");
    await fontsFetched(page);
    const fetched = requestsOf(page);
    await page.getByRole("banner").getByRole("link", { name: "Referral" }).hover();
    const script = () => fetched.find((address) => /referral-page.*\.js/.test(address));
    await expect.poll(script).toBeDefined();
    // The script has run by then.
    await page.evaluate((address) => import(address), script() ?? "");
    expect(fetched.filter((address) => !/^\/assets\/[^/]+\.(js|css)$/.test(address))).toEqual([]);
  });
});
