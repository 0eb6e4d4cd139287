/** Reading offline in other languages than English. */
import { rename } from "node:fs/promises";
import path from "node:path";
import languages from "../../content/languages.json" with { type: "json" };
import { isStored } from "../src/paths";
import {
  expectBuild,
  expectOneBuild,
  expectStored,
  expectWaitingWorker,
  heading,
  reachNewPage,
  reachNewWorker,
  storedBases,
  storedPaths,
  test,
  visit,
  WITH_WORKER,
} from "./support/offline";
import { expectAccessible, routesIn } from "./support/pages";
import { KEYS, MEMBER, stored } from "./support/programme";
import { expect } from "./support/test";
import { wordsIn } from "./support/words";

const [, ...others] = languages;

test.use(WITH_WORKER);

for (const { code, tag } of others) {
  const base = `/${code}`;

  test(`after one visit every page in ${tag} opens without a connection, and nothing else is stored`, async ({
    page,
    site,
  }) => {
    test.slow();
    const routes = routesIn(code).filter((route) => isStored(route.slice(base.length)));
    expect(routes.length).toBeGreaterThanOrEqual(10);
    await visit(page, base);
    await test.step("no other language is stored, and no font", async () => {
      expect(await storedBases(page)).toEqual([base]);
      const paths = await storedPaths(page);
      const pages = paths.filter((it) => !/\.\w+$/.test(it));
      expect(pages.toSorted()).toEqual([...routes, `${base}/offline`].toSorted());
      expect(paths.filter((it) => it.endsWith(".woff2"))).toEqual([]);
    });
    await site.stop();
    for (const address of routes) {
      await test.step(address, async () => {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(200);
        await expect(page.locator("html")).toHaveAttribute("lang", tag);
        await expect(heading(page)).toBeVisible();
        await expectOneBuild(page);
      });
    }
    await test.step("a referral is stored", async () => {
      await page.goto(`${base}/referral?service=it-services`);
      const field = (name: string) => page.locator(`form [name="${name}"]`);
      await field("referrerName").fill("Asha");
      await field("referrerPhone").fill(MEMBER);
      await field("referredName").fill("ليلى حسن");
      await field("referredPhone").fill("97455551234");
      await page.getByRole("button", { name: wordsIn(code, "referral")("submit") }).click();
      await expect(field("referredName")).toHaveValue("");
      expect(await stored(page, KEYS.referrals)).toMatchObject([{ referredName: "ليلى حسن" }]);
    });
    await test.step("the search finds a page", async () => {
      await page.goto(`${base}/services/it-services`);
      const title = (await heading(page).textContent()) ?? "";
      await page.goto(`${base}/search?q=${encodeURIComponent(title)}`);
      await expect(page.locator("main ol a").first()).toHaveAttribute(
        "href",
        `${base}/services/it-services`,
      );
    });
    const words = wordsIn(code, "search");
    for (const address of [`${base}/vacancies`, "/blog", "/"]) {
      await test.step(`${address}, which is not stored, says so`, async () => {
        const answer = await page.goto(address);
        expect(answer?.status()).toBe(503);
        await expect(page.locator("html")).toHaveAttribute("lang", tag);
        await expect(heading(page)).toHaveText(words("offline"));
      });
    }
    await expectAccessible(page);
    await page
      .getByRole("region", { name: words("all-pages") })
      .locator(`a[href="${base}/terms"]`)
      .click();
    await expect(page).toHaveURL(`${base}/terms`);
    await expectBuild(page, 1);
  });
}

test("English stores no other language, and a page that is not translated opens in English once that is stored", async ({
  page,
  site,
}) => {
  await visit(page, "/");
  expect(await storedBases(page)).toEqual([""]);
  expect((await storedPaths(page)).filter((it) => /\/(ar|hi|ta)(\/|$)/.test(it))).toEqual([]);
  await visit(page, "/ar/services");
  expect(await storedBases(page)).toEqual(["", "/ar"]);
  await site.stop();
  await page.getByRole("banner").locator('a[href="/blog"]').click();
  await expect(page).toHaveURL("/blog");
  await expect(heading(page)).toHaveText("Blog");
  await test.step("what is not stored says so in the language of its address", async () => {
    await page.goto("/ar/nothing");
    await expect(page.locator("html")).toHaveAttribute("lang", "ar");
    await page.goto("/nothing");
    await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
    const answer = await page.goto("/hi/services");
    expect(answer?.status()).toBe(503);
  });
});

test("a deploy while two languages are open replaces both at once", async ({
  page,
  context,
  site,
}) => {
  test.slow();
  const other = await context.newPage();
  await visit(page, "/contact");
  await visit(other, "/ar/contact");
  await site.deploy();

  await test.step("open pages go on with their own scripts", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await other.getByRole("banner").locator('a[href="/ar/services"]').click();
    for (const one of [page, other]) {
      await expectBuild(one, 1);
      await expectOneBuild(one);
    }
  });
  await test.step("the next page installs the new worker, which stores both", async () => {
    await reachNewPage(page, "/services");
    await expectWaitingWorker(page);
    const lists = (await storedPaths(page, "build-2")).filter((it) => it.endsWith("/list.json"));
    expect(lists.toSorted()).toEqual(["/stored/ar/list.json", "/stored/list.json"]);
  });
  await test.step("without a connection both are of the old build", async () => {
    await site.stop();
    for (const [one, address] of [
      [page, "/referral"],
      [other, "/ar/referral"],
    ] as const) {
      await one.goto(address);
      await expectBuild(one, 1);
      await expectOneBuild(one);
    }
  });
  await test.step("and both of the new one once all pages are closed", async () => {
    await page.close();
    await other.close();
    await site.start();
    const next = await context.newPage();
    await reachNewWorker(next, "/ar/services");
    await site.stop();
    for (const address of ["/ar/referral", "/referral"]) {
      await next.goto(address);
      await expectBuild(next, 2);
      await expectOneBuild(next);
    }
  });
});

test("a language that the site has no more is no longer stored, and the others are", async ({
  page,
  site,
}) => {
  await visit(page, "/hi");
  await visit(page, "/");
  await site.change("sw.js", (text) => text.replace(/`\/hi`,/, ""));
  await rename(path.join(site.dist, "stored/hi"), path.join(site.dist, "stored/gone"));
  await site.deploy();
  await reachNewPage(page, "/services");
  await expectWaitingWorker(page);
  await reachNewWorker(page, "/services");
  await expectStored(page);
  expect(await storedBases(page)).toEqual([""]);
  expect((await storedPaths(page)).filter((it) => it.startsWith("/hi"))).toEqual([]);
});
