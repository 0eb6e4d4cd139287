/** Somebody who was referred opens the page about them, and answers. */
import type { Browser, Page } from "@playwright/test";
import { openConsole } from "./support/console";
import { newContext } from "./support/contexts";
import type { HostedServer } from "./support/hosted-server";
import { tabTo } from "./support/keyboard";
import { cutOff, expectAccessibleWideAndNarrow, expectNoSidewaysScrolling } from "./support/pages";
import { BINU, referAsMember, referralOf } from "./support/programme";
import { expect, hostedTest as test } from "./support/test";

const PHONE = { width: 320, height: 640 };

/** A new member refers somebody, lets us say so, and makes the address of their page. */
async function referWithPage(page: Page): Promise<string> {
  const referral = await referAsMember(page);
  await referral.getByRole("button", { name: "Say who referred them" }).click();
  await expect(referral).toContainText("We may say that you referred them.");
  return makePage(page);
}

async function makePage(page: Page): Promise<string> {
  await referralOf(page, BINU.name)
    .getByRole("button", { name: /Send them their page/ })
    .click();
  const dialog = page.getByRole("dialog", { name: `Send ${BINU.name} their page` });
  await expect(dialog).toContainText("It says that you referred them.");
  await dialog.getByRole("button", { name: "Make the link" }).click();
  const made = page.getByRole("dialog", { name: "Their page" });
  const address = await made.getByLabel("Link").inputValue();
  await made.getByRole("button", { name: "Close" }).click();
  await expect(made).toHaveCount(0);
  const { pathname, hash } = new URL(address);
  expect(hash).toMatch(/^#[\w-]{22}$/);
  return pathname + hash;
}

/** The person's phone, with or without script. */
async function phone(browser: Browser, server: HostedServer, javaScriptEnabled = true) {
  const options = { baseURL: server.address, javaScriptEnabled, locale: "en-GB" };
  const context = await newContext(browser, { ...options, viewport: PHONE });
  return context.newPage();
}

/** Opens the page about them; without script they paste the address. */
async function openOwn(theirs: Page, address: string, script = true) {
  // From another page, as from a messenger: a fragment alone loads nothing.
  await theirs.goto("about:blank");
  await theirs.goto(address);
  if (!script) {
    await expect(heading(theirs)).toHaveText("The page about you");
    await theirs
      .getByLabel("The link that you were sent")
      .fill(new URL(address, theirs.url()).href);
    await theirs.getByRole("button", { name: "Open the page" }).click();
  }
  await expect(heading(theirs)).toHaveText("May we call you?");
}

const heading = (theirs: Page) => theirs.getByRole("heading", { level: 1 });
const said = (theirs: Page) => theirs.getByRole("main").getByRole("status");
const refused = (theirs: Page) => theirs.getByRole("main").getByRole("alert");

/** Presses the button of an answer, and confirms it with the code. */
async function answer(theirs: Page, server: HostedServer, name: string) {
  await theirs.getByRole("button", { name, exact: true }).click();
  await expect(heading(theirs)).toHaveText("Type the code");
  await expect(said(theirs)).toContainText("Code Sent");
  await theirs.getByLabel("Code").fill(await server.codeOf(BINU.phone));
  await theirs.getByRole("button", { name: "Confirm my answer" }).click();
}

/** Firefox, as Playwright drives it, runs scripts always. */
const inEngines = (script: boolean) => (script ? "@engines" : []);

test.describe("The page of somebody who was referred", { tag: "@hosted" }, () => {
  for (const script of [true, false]) {
    test(
      `they read who and for what, and agree, ${script ? "with" : "without"} script`,
      { tag: inEngines(script) },
      async ({ page, browser, server }) => {
        const address = await referWithPage(page);
        const theirs = await phone(browser, server, script);
        await openOwn(theirs, address, script);
        // The token is in no address, and so in no history.
        expect(theirs.url()).toBe(`${server.address}/p`);
        const main = theirs.getByRole("main");
        await expect(main).toContainText(/User.* suggested that we, .+, call you\./);
        await expect(main).toContainText(
          "You have not answered yet. If you do nothing, we may call you.",
        );
        await expect(
          main.getByRole("link", { name: "Questions, or not your number any more? Write to us" }),
        ).toBeVisible();
        await expect(main.getByText(BINU.service, { exact: true })).toBeVisible();
        await expect(main).not.toContainText(BINU.phone.slice(3));
        await expectNoSidewaysScrolling(theirs);
        await theirs.getByLabel("When is a good time?").fill("After six");
        await theirs.getByLabel("In which language?").fill("Malayalam");
        await answer(theirs, server, "You may call me");
        await expect(heading(theirs)).toHaveText("We will call you");
        await theirs.reload();
        await expect(heading(theirs)).toHaveText("We will call you");
        await openOwn(theirs, address, script);
        await expect(main).toContainText("You said that we may call you.");
        expect(await theirs.context().cookies()).toEqual([]);
        await theirs.context().close();

        await page.reload();
        await referralOf(page, BINU.name).getByText("History and changes").click();
        await expect(referralOf(page, BINU.name)).toContainText("They said that we may call.");
        const staff = await server.onAnotherDevice(browser);
        await openConsole(staff, server);
        await staff.getByRole("link", { name: BINU.name, exact: true }).click();
        await expect(staff.getByRole("main")).toContainText("When: After six");
        await expect(staff.getByRole("main")).toContainText("Language: Malayalam");
        await expect(staff.getByRole("region", { name: "Consent" })).toContainText("on their page");
        await staff.context().close();
      },
    );
  }

  test(
    "they refuse, never want to hear from us, and delete what we have",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const address = await referWithPage(page);
      const theirs = await phone(browser, server);
      await openOwn(theirs, address);
      await answer(theirs, server, "Do not call me about this");
      await expect(heading(theirs)).toHaveText("We will not call you about this");
      await expectAccessibleWideAndNarrow(theirs);
      await openOwn(theirs, address);
      await expect(theirs.getByRole("main")).toContainText("This referral is closed");
      await expect(theirs.getByRole("button", { name: "You may call me" })).toBeHidden();
      await expect(theirs.getByRole("link", { name: "Ask us to call you" })).toBeVisible();
      await answer(theirs, server, "Never contact me");
      await expect(heading(theirs)).toHaveText("We will not contact you");
      await expectAccessibleWideAndNarrow(theirs);
      await openOwn(theirs, address);
      await answer(theirs, server, "Delete my data");
      await expect(heading(theirs)).toHaveText("Deleted");
      await expectAccessibleWideAndNarrow(theirs);
      await theirs.goto("about:blank");
      await theirs.goto(address);
      await expect(refused(theirs)).toContainText("This link does not work.");
      await theirs.context().close();
      await page.reload();
      await expect(referralOf(page, BINU.name)).toHaveCount(0);
    },
  );

  test(
    "who never wants to hear from us takes that back where they ask to be called",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const address = await referWithPage(page);
      const theirs = await phone(browser, server);
      await openOwn(theirs, address);
      await answer(theirs, server, "Never contact me");
      await theirs.getByRole("link", { name: "ask us to call you" }).click();
      await expect(heading(theirs)).toHaveText("Tell us what you need");
      await theirs.getByLabel("Your Name").fill(BINU.name);
      await theirs.getByLabel("Your Phone Number").fill(BINU.phone);
      await theirs.getByLabel("Service").selectOption(BINU.service);
      const box = theirs.getByLabel("I agree to this.");
      await expect(box).toHaveAccessibleDescription(/This company may call me/);
      await box.check();
      await theirs.getByRole("button", { name: "Send me a code" }).click();
      await expect(said(theirs)).toContainText("Code Sent");
      await theirs.getByRole("button", { name: "Send the code again" }).click();
      await expect(said(theirs)).toContainText("Code Sent");
      await theirs.getByLabel("Code").fill(await server.codeOf(BINU.phone));
      await theirs.getByRole("button", { name: "Send my request" }).click();
      await expect(heading(theirs)).toHaveText("You asked us never to contact you");
      await expectAccessibleWideAndNarrow(theirs);
      await theirs.getByRole("button", { name: "I take it back: call me" }).click();
      await expect(heading(theirs)).toHaveText("We have your request");
      await theirs.context().close();

      const staff = await server.onAnotherDevice(browser);
      await openConsole(staff, server, "/audit");
      await expect(staff.getByText("Took back that they are never contacted")).toBeVisible();
      await staff.context().close();
    },
  );

  test(
    "everything is done by keyboard, and is said, also from right to left",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const address = await referWithPage(page);
      const theirs = await phone(browser, server);
      const rightToLeft = () =>
        test.step("right to left nothing is cut off", async () => {
          await theirs.evaluate(() => document.documentElement.setAttribute("dir", "rtl"));
          await expectNoSidewaysScrolling(theirs);
          expect(await cutOff(theirs)).toEqual([]);
          await theirs.evaluate(() => document.documentElement.setAttribute("dir", "ltr"));
        });
      await openOwn(theirs, address);
      await expectAccessibleWideAndNarrow(theirs);
      await rightToLeft();
      await theirs.getByRole("main").focus();
      await tabTo(theirs, /When is a good time/);
      await theirs.keyboard.type("Now");
      await tabTo(theirs, "You may call me");
      await expect(
        theirs.getByRole("button", { name: "You may call me" }),
      ).toHaveAccessibleDescription(/This company may call me/);
      await theirs.keyboard.press("Enter");
      await expect(heading(theirs)).toHaveText("Type the code");
      await expect(said(theirs)).toBeFocused();
      await expectAccessibleWideAndNarrow(theirs);
      await rightToLeft();

      const field = theirs.getByLabel("Code");
      const right = await server.codeOf(BINU.phone);
      await field.fill(right === "000000" ? "000001" : "000000");
      await field.press("Enter");
      await expect(refused(theirs)).toBeFocused();
      await expect(theirs).toHaveTitle(/^Error: /);
      await expect(refused(theirs).getByRole("heading", { level: 2 })).toBeVisible();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expect(field).toHaveAccessibleDescription(/Invalid|wrong|code/i);
      await expectAccessibleWideAndNarrow(theirs);
      await rightToLeft();

      await tabTo(theirs, "Send the code again");
      await theirs.keyboard.press("Enter");
      await expect(said(theirs)).toContainText("Code Sent");
      await field.fill(await server.codeOf(BINU.phone));
      await field.press("Enter");
      await expect(heading(theirs)).toHaveText("We will call you");
      await theirs.context().close();

      await page.reload();
      await referralOf(page, BINU.name).getByText("History and changes").click();
      await expect(referralOf(page, BINU.name)).toContainText("They said that we may call.");
    },
  );

  test(
    "they read it in Arabic, and agree to the Arabic words",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const address = await referWithPage(page);
      const theirs = await phone(browser, server);
      const inArabic = async (title: string) => {
        await expect(heading(theirs)).toHaveText(title);
        await expect(theirs.locator("html")).toHaveAttribute("lang", "ar");
        await expect(theirs.locator("html")).toHaveAttribute("dir", "rtl");
        await expectNoSidewaysScrolling(theirs);
        expect(await cutOff(theirs)).toEqual([]);
        await expectAccessibleWideAndNarrow(theirs);
      };
      await openOwn(theirs, address);
      // A form takes them there, since the address has no token.
      await theirs.getByRole("button", { name: "العربية" }).click();
      expect(theirs.url()).toBe(`${server.address}/ar/p`);
      await inArabic("هل تسمح لنا بأن نتصل بك؟");
      await expect(theirs.getByRole("main")).toContainText("لم تُجب بعد.");
      const yes = theirs.getByRole("button", { name: "أسمح لكم بأن تتصلوا بي" });
      await expect(yes).toHaveAccessibleDescription(/أوافق على أن تتصل بي هذه الشركة/);
      await yes.click();
      await inArabic("أدخل الرمز");
      await expect(said(theirs)).toContainText("أُرسل الرمز");
      const field = theirs.getByLabel("الرمز");
      const right = await server.codeOf(BINU.phone);
      await field.fill(right === "000000" ? "000001" : "000000");
      await field.press("Enter");
      await expect(theirs).toHaveTitle(/^خطأ: /);
      await expect(field).toHaveAccessibleDescription(/ليس هذا هو الرمز الذي أرسلناه/);
      await inArabic("أدخل الرمز");
      await field.fill(right);
      await field.press("Enter");
      await inArabic("سنتصل بك");
      expect(theirs.url()).toBe(`${server.address}/ar/p/agreed`);
      await theirs.getByRole("main").getByRole("link", { name: "தமிழ்" }).click();
      await expect(heading(theirs)).toHaveText("நாங்கள் உங்களை அழைப்போம்");
      await expectAccessibleWideAndNarrow(theirs);

      await test.step("the link opens in Arabic as well, and what is wrong with one is said", async () => {
        await theirs.goto("about:blank");
        await theirs.goto(`/ar${address}`);
        await inArabic("هل تسمح لنا بأن نتصل بك؟");
        await expect(theirs.getByRole("main")).toContainText("سمحت لنا بأن نتصل بك.");
        await theirs.goto("/ar/p");
        await theirs.getByRole("button", { name: "فتح الصفحة" }).click();
        await expect(refused(theirs)).toContainText("هذا الرابط لا يعمل.");
        await inArabic("الصفحة الخاصة بك");
      });
      await theirs.context().close();

      await page.reload();
      await referralOf(page, BINU.name).getByText("History and changes").click();
      await expect(referralOf(page, BINU.name)).toContainText("They said that we may call.");
    },
  );

  test(
    "a replaced, a mistyped and no link are the same page, and a preview changes nothing",
    { tag: "@engines" },
    async ({ page, browser, server }) => {
      const replaced = await referWithPage(page);
      const live = await makePage(page);
      const theirs = await phone(browser, server);
      const end = async (address: string) => {
        await theirs.goto("about:blank");
        await theirs.goto(address);
        await expect(refused(theirs)).toContainText("This link does not work.");
        return theirs.getByRole("main").innerHTML();
      };
      const first = await end(replaced);
      expect(await end(live.replace(/.$/, live.endsWith("A") ? "B" : "A"))).toBe(first);
      await theirs.goto("about:blank");
      await theirs.goto("/p");
      await theirs.getByRole("button", { name: "Open the page" }).click();
      await expect(refused(theirs)).toContainText("This link does not work.");
      expect(await theirs.getByRole("main").innerHTML()).toBe(first);
      await expectAccessibleWideAndNarrow(theirs);

      await test.step("pasted into the address of the open page, the right link works", async () => {
        await theirs.goto("/p");
        await theirs.evaluate((hash) => location.assign(hash), new URL(live, server.address).hash);
        await expect(heading(theirs)).toHaveText("May we call you?");
      });
      await test.step("what a messenger fetches says nothing", async () => {
        const plain = await (await theirs.request.get("/p")).text();
        const fetched = await theirs.request.get(live, {
          headers: { "user-agent": "WhatsApp/2", "sec-fetch-mode": "no-cors" },
        });
        expect(await fetched.text()).toBe(plain);
        expect(fetched.headers()).toMatchObject({
          "cache-control": "no-store",
          "referrer-policy": "no-referrer",
          "x-robots-tag": "noindex",
        });
      });
      await page.reload();
      await referralOf(page, BINU.name).getByText("History and changes").click();
      await expect(referralOf(page, BINU.name)).toContainText("have not answered");
      await theirs.context().close();
    },
  );
});
