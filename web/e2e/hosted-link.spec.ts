/** A member shares their link, and somebody comes by it. */
import type { Browser, Page } from "@playwright/test";
import { newContext } from "./support/contexts";
import type { HostedServer } from "./support/hosted-server";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { BINU, expectToast, logIn, MEMBER, openReferral, referralOf } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true };
const CAME = "97444555667";

/** A new member creates their link. Returns its path. */
async function share(page: Page): Promise<string> {
  await openReferral(page);
  await logIn(page, "Sign Up", MEMBER);
  const section = page.getByRole("region", { name: "Share your link" });
  await section.getByRole("button", { name: "Create my link" }).click();
  const link = section.getByRole("link", { name: /\/r\/[0-9A-Z]{8}$/ });
  await expect(link).toBeVisible();
  return new URL((await link.getAttribute("href")) ?? "").pathname;
}

/** Somebody's phone, with or without script. */
async function phone(browser: Browser, server: HostedServer, javaScriptEnabled: boolean) {
  const options = { ...PHONE, baseURL: server.address, javaScriptEnabled, locale: "en-GB" };
  const { hasTouch, ...rest } = options;
  // Firefox cannot pretend to have a touch screen together with `isMobile`; touches are counted here.
  const context = await newContext(browser, { ...rest, hasTouch });
  return context.newPage();
}

/** Firefox, as Playwright drives it, runs scripts always. */
const inEngines = (script: boolean) => (script ? "@engines" : []);

test.describe("A link to share", { tag: "@hosted" }, () => {
  for (const script of [true, false]) {
    test(
      `link, code, consent, submit: nine touches on a phone ${script ? "with" : "without"} script, and the owner sees it at once`,
      { tag: inEngines(script) },
      async ({ page, browser, server }) => {
        const path = await share(page);
        const theirs = await phone(browser, server, script);
        let touches = 0;
        const press = async (name: string) => {
          touches += 1;
          await theirs.getByRole("button", { name }).click();
        };
        const type = async (label: string, text: string) => {
          touches += 1;
          await theirs.getByLabel(label).fill(text);
        };
        const begun = Date.now();
        touches += 1;
        await theirs.goto(path);
        await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("Tell us what you need");
        if (script) await expectAccessibleWideAndNarrow(theirs);
        await theirs.setViewportSize(PHONE.viewport);
        await type("Your Name", BINU.name);
        await type("Your Phone Number", CAME);
        // Opening the list and choosing.
        touches += 2;
        await theirs.getByLabel("Service").selectOption(BINU.service);
        touches += 1;
        await theirs.getByLabel("I agree to this.").check();
        await press("Send me a code");
        await expect(theirs.getByRole("main").getByRole("status")).toContainText("Code Sent");
        await type("Code", await server.codeOf(CAME));
        await press("Send my request");
        await expect(theirs.getByRole("heading", { level: 1 })).toHaveText("We have your request");
        expect(touches).toBeLessThanOrEqual(9);
        expect(Date.now() - begun).toBeLessThan(40_000);
        expect(await theirs.context().cookies()).toEqual([]);
        await theirs.context().close();

        await page.reload();
        await expect(referralOf(page, BINU.name)).toBeVisible();
        await expect(
          page
            .getByRole("region", { name: "Share your link" })
            .getByText(/1 person asked us to call/),
        ).toBeVisible();
      },
    );
  }

  test(
    "a revoked, an unknown and a mistyped link are the same page",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const revoked = await share(page);
      const section = page.getByRole("region", { name: "Share your link" });
      await section.getByText("Name on the page, or a new link").click();
      await section.getByLabel("Name on the page").fill("Asha of Doha");
      await section.getByRole("button", { name: "Save the name" }).click();
      await expectToast(page, "Saved");
      await page.getByRole("button", { name: "Make a new link…" }).click();
      const dialog = page.getByRole("dialog", { name: "Make a new link?" });
      await dialog.getByRole("button", { name: "Make a new link" }).click();
      await expect(dialog).toHaveCount(0);
      const link = section.getByRole("link", { name: /\/r\/[0-9A-Z]{8}$/ });
      await expect(link).not.toHaveAttribute("href", server.address + revoked);
      await expectAccessibleWideAndNarrow(page);
      const live = new URL((await link.getAttribute("href")) ?? "").pathname;

      const theirs = await phone(browser, server, true);
      await theirs.goto(live);
      await expect(theirs.getByText(/Asha of Doha recommends us, .+, to you\./)).toBeVisible();
      const main = async (path: string) => {
        await theirs.goto(path);
        return theirs.getByRole("main").innerHTML();
      };
      const page0 = await main(revoked);
      for (const path of ["/r/ZZZZZZZZ", live.replace(/.$/, "U"), "/r"]) {
        expect(await main(path)).toBe(page0);
      }
      await expect(theirs.getByText("recommends us")).toBeHidden();
      await theirs.context().close();
    },
  );
});
