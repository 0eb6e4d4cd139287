/** Reading offline, and deploys while pages are open. */
import { rename } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { isStored } from "../src/paths";
import { fillMessage, expectMessage, MESSAGE, sendButton } from "./support/contact";
import {
  builds,
  expectBuild,
  expectOneBuild,
  expectWaitingWorker,
  heading,
  reachNewPage,
  reachNewWorker,
  storedPaths,
  test,
  visit,
  WITH_WORKER,
} from "./support/offline";
import { expectAccessible, expectMoreContrast, requestsOf, ROUTES } from "./support/pages";
import { BINU, expectToast, keepNotices, KEYS, referAsGuest, stored } from "./support/programme";
import { expect } from "./support/test";

test.use(WITH_WORKER);

test("after one visit every page opens without a connection, and looks and works as with one", async ({
  page,
  site,
}) => {
  test.slow();
  expect(ROUTES.length).toBeGreaterThanOrEqual(10);
  await visit(page, "/");
  await site.stop();
  for (const address of ROUTES.filter((route) => isStored(route))) {
    await test.step(address, async () => {
      await page.goto(address);
      await expect(heading(page)).toBeVisible();
      await expect(page.getByRole("banner")).toHaveCSS("position", "sticky");
      const loaded = await page.evaluate(async () => {
        const fonts = ['500 1em "Brygada 1918"', '400 1em "Anek Latin"'];
        const found = await Promise.all(fonts.map((font) => document.fonts.load(font)));
        return found.map(({ length }) => length);
      });
      expect(loaded).toEqual([1, 1]);
      await expectOneBuild(page);
    });
  }
  await test.step("links work", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Services" }).click();
    await expect(heading(page)).toHaveText("Services");
  });
  await test.step("a message is accepted, and a referral is stored", async () => {
    await page.goto("/contact");
    await page.evaluate(keepNotices);
    await fillMessage(page);
    await sendButton(page).click();
    await expectToast(page, "Message Sent!");
    await page.goto("/referral");
    await page.evaluate(keepNotices);
    await referAsGuest(page);
    expect(await stored(page, KEYS.referrals)).toMatchObject([{ referredName: BINU.name }]);
  });
});

test("a page that is not stored says so, lists the stored pages, and tries again", async ({
  page,
  site,
}) => {
  await visit(page, "/");
  await site.stop();
  const wanted = "/blog/a-later-post?from=mail";
  const answer = await page.goto(wanted);
  expect(answer?.status()).toBe(503);
  await expect(page).toHaveTitle(/^This page cannot be reached · /);
  await expect(heading(page)).toHaveText("This page cannot be reached");
  await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
  await test.step("everybody can use it", async () => {
    await expectAccessible(page);
    await expectMoreContrast(page);
  });
  await test.step("React, which would show another page, is not loaded", async () => {
    const fetched = requestsOf(page);
    await page.getByRole("banner").getByRole("link", { name: "Services" }).hover();
    await page.keyboard.press("Tab");
    expect(fetched).toEqual([]);
  });
  await test.step("the pages it links to can be read", async () => {
    const pages = page.getByRole("region", { name: "All pages" });
    await pages.getByRole("link", { name: "MRO Consulting" }).click();
    await expect(heading(page)).toHaveText("MRO Consulting");
    await page.goBack();
    await expect(page).toHaveURL(wanted);
  });
  await test.step("with a connection, trying again opens it", async () => {
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText("This page cannot be reached");
    await site.start();
    await page.getByRole("link", { name: "Try again" }).click();
    await expect(heading(page)).toHaveText("Post Not Found");
    await expect(page).toHaveURL(wanted);
  });
  await test.step("the console shows it as well, and the API never does", async () => {
    await site.stop();
    await page.goto("/console/referrals");
    await expect(heading(page)).toHaveText("This page cannot be reached");
    await expect(page.goto("/api/session")).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  });
});

test("a deploy between visits loses nothing, and no page loads scripts of another build", async ({
  page,
  context,
  site,
}) => {
  test.slow();
  await visit(page, "/contact");
  await fillMessage(page);
  await site.deploy();

  await test.step("the open page goes on with its own scripts", async () => {
    await page.getByRole("banner").getByRole("link", { name: "Blog" }).click();
    await expectBuild(page, 1);
    await page.goBack();
    await expectMessage(page, MESSAGE);
  });
  await test.step("the next page is the new one, and installs the new worker", async () => {
    await reachNewPage(page, "/services");
    await expectOneBuild(page);
    await expectWaitingWorker(page);
  });
  await test.step("without a connection the old build is complete", async () => {
    await site.stop();
    await page.goto("/contact");
    await expectBuild(page, 1);
    await expectOneBuild(page);
    await expectMessage(page, MESSAGE);
  });
  await test.step("and once all pages are closed the new one is", async () => {
    await page.close();
    const next = await context.newPage();
    await reachNewWorker(next, "/services");
    await expectOneBuild(next);
  });
});

const OTHERS = [
  ["/", "stored/services.html", "client"],
  ["/", "stored/offline.html", "later"],
  ["/ta", "stored/ta/services.html", "client"],
] as const;
for (const [address, file, script] of OTHERS) {
  test(`nothing is stored while ${file} and the worker are of different builds`, async ({
    page,
    site,
  }) => {
    await visit(page, address);
    await site.change(file, (text) =>
      text.replaceAll(`/assets/${script}-`, `/assets/older-${script}-`),
    );
    await site.deploy();
    expect(await stateOfNextWorker(page)).toBe("redundant");
    const pages = (await storedPaths(page, "build-2")).filter((it) => !/\.\w+$/.test(it));
    expect(pages).toEqual([]);
    await site.stop();
    await page.goto(`${address}/services`.replace("//", "/"));
    await expectBuild(page, 1);
  });
}

/** Makes the browser look for another worker. Returns the state of that one after it was installed, or not. */
function stateOfNextWorker(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return new Promise<string>((done) => {
      registration?.addEventListener("updatefound", () => {
        const worker = registration.installing;
        worker?.addEventListener("statechange", () => done(worker.state));
      });
      void registration?.update().catch(() => undefined);
    });
  });
}

test("a file with an unchanged name is fetched from the new build, although the browser has cached the old one", async ({
  page,
  site,
}) => {
  const lengths = () =>
    page.evaluate(async () => {
      const answers = await Promise.all(
        (await caches.keys()).map(async (name) => (await caches.open(name)).match("/search.json")),
      );
      const texts = await Promise.all(answers.map((answer) => answer?.text()));
      return texts.map((text) => text?.length ?? 0);
    });
  await visit(page, "/");
  await page.evaluate(async () => (await fetch("/stored/search.json")).text());
  const [before = 0] = await lengths();
  await site.change("stored/search.json", (text) => `${text}\n`);
  await site.deploy();
  await reachNewPage(page, "/services");
  await expect.poll(lengths).toEqual(expect.arrayContaining([before, before + 1]));
});

test("a page that takes too long is shown from the stored copy", async ({ page, site }) => {
  await visit(page, "/");
  site.hang();
  await page.goto("/terms");
  await expectBuild(page, 1);
  site.goOn();
  await site.deploy();
  await reachNewPage(page, "/terms");
});

test("a build without the worker removes the old worker and its stored pages", async ({
  page,
  site,
}) => {
  await visit(page, "/");
  expect(await builds(page)).toHaveLength(1);
  await rename(path.join(site.dist, "no-worker.js"), path.join(site.dist, "sw.js"));
  await site.publish();
  await page.goto("/services");
  await expect.poll(() => builds(page)).toEqual([]);
  const left = () =>
    page.evaluate(async () => {
      const registrations = await navigator.serviceWorker.getRegistrations();
      return registrations.length;
    });
  await expect.poll(left).toBe(0);
});

test("nothing is stored for a visitor whose browser saves data", async ({ page, site }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", {
      get: () => {
        document.documentElement.dataset["asked"] = "connection";
        return { saveData: true };
      },
    });
  });
  const asked: string[] = [];
  page.context().on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(site.address);
  await expect(async () => {
    await page.clock.runFor(6000);
    await expect(page.locator("html")).toHaveAttribute("data-asked", "connection", {
      timeout: 500,
    });
  }).toPass();
  expect(asked).not.toContain("/sw.js");
  expect(await builds(page)).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistration())).toBeUndefined();
});
