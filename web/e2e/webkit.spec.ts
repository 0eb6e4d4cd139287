/**
 * The journeys in which engines differ, for WebKit. Firefox runs the other specs' journeys with
 * `@engines`.
 */
import { expect, test as base } from "@playwright/test";
import axe from "axe-core";
import { axeScript, TAGS } from "./support/axe";
import { MESSAGE } from "./support/contact";
import { ROUTES } from "./support/pages";
import { ADMIN, BINU, CODE, MEMBER } from "./support/programme";
import { WebKit } from "./support/webkit";
import { type HostedServer, withServer } from "./support/hosted-server";

const test = base.extend<{ webkit: WebKit; flags: string[] }>({
  flags: [[], { option: true }],
  webkit: async ({ baseURL, flags }, use) => WebKit.with(baseURL ?? "", flags, use),
});

test("every page has its heading and its header, and fits a narrow and a wide window", async ({
  webkit,
}) => {
  test.slow();
  for (const path of ROUTES) {
    await test.step(path, async () => {
      await webkit.open(path);
      await webkit.find("heading", /\w/);
      for (const width of [334, 1280]) {
        await webkit.resize(width);
        expect(await webkit.run(SIDEWAYS)).toBeLessThanOrEqual(0);
      }
      await webkit.find("link", "Contact Us");
    });
  }
});

test("a narrow window moves the header's links behind a button", async ({ webkit }) => {
  await webkit.open("/");
  await webkit.resize(334);
  await webkit.click("button", /menu/i);
  await webkit.click("link", "Services");
  await webkit.find("heading", "Services");
});

test("the page follows the system's colours until the visitor chooses", async ({ webkit }) => {
  await webkit.open("/");
  const before = await webkit.run(BACKGROUND);
  await webkit.run("document.querySelector('input[value=dark]').labels[0].click()");
  await expect.poll(() => webkit.run(BACKGROUND)).not.toBe(before);
  const chosen = await webkit.run(BACKGROUND);
  await webkit.open("/services");
  expect(await webkit.run(BACKGROUND)).toBe(chosen);
});

test.describe("In a dark scheme", () => {
  test.use({ flags: ["--dark-mode"] });

  test("the pages can be read", async ({ webkit }) => {
    for (const path of ["/", "/contact", "/referral"]) {
      await webkit.open(path);
      await webkit.find("heading", /\w/);
      expect(await webkit.run("return matchMedia('(prefers-color-scheme: dark)').matches")).toBe(
        true,
      );
      await expectAccessible(webkit);
    }
  });
});

test("a visitor writes a message", async ({ webkit }) => {
  await webkit.open("/contact");
  for (const [label, text] of Object.entries(MESSAGE)) await webkit.type("textbox", label, text);
  await webkit.click("button", "Send Message");
  await webkit.expectText("Message Sent!");
});

test("a refused form shows the errors, moves the focus to them, and is accessible", async ({
  webkit,
}) => {
  await webkit.open("/referral");
  await webkit.type("textbox", /^Referred Person's Name/, BINU.name);
  await webkit.click("button", "Submit Referral");
  await webkit.expectText("Please fill in all required fields for referral.");
  await expectAccessible(webkit);
});

test("a guest refers somebody, signs up, and the admin gives points", async ({ webkit }) => {
  await walk(webkit, async () => CODE);
});

test("a guest refers somebody, signs up, and the admin gives points, on a server", async ({
  flags,
}) => {
  await onServer(flags, (webkit, server) =>
    walk(webkit, (mobile) => server.codeOf(mobile), server),
  );
});

test("somebody comes by a link and proves their number", async ({ flags }) => {
  await onServer(flags, async (webkit, server) => {
    await webkit.open("/referral");
    await logIn(webkit, "Sign Up", MEMBER, (mobile) => server.codeOf(mobile));
    await webkit.click("button", "Create my link");
    const link = "return document.querySelector('a[href*=\"/r/\"]')?.pathname";
    await expect.poll(() => webkit.run(link)).toMatch(/^\/r\/\w{8}$/);
    await webkit.open(await webkit.run(link));
    await webkit.find("heading", "Tell us what you need");
    await webkit.resize(334);
    expect(await webkit.run(SIDEWAYS)).toBeLessThanOrEqual(0);
    await webkit.type("textbox", "Your Name", BINU.name);
    await webkit.type("textbox", "Your Phone Number", BINU.phone);
    await webkit.type("combobox", "Service", BINU.service);
    await webkit.run("document.getElementById('agreed').click()");
    await expectAccessible(webkit);
    await webkit.click("button", "Send me a code");
    await webkit.find("heading", "Type the code");
    await webkit.type("textbox", "Code", await server.codeOf(BINU.phone));
    await webkit.click("button", "Send my request");
    await webkit.find("heading", "We have your request");
  });
});

test("somebody who was referred reads the page about them, and agrees", async ({ flags }) => {
  await onServer(flags, async (webkit, server) => {
    await webkit.open("/referral");
    await logIn(webkit, "Sign Up", MEMBER, (mobile) => server.codeOf(mobile));
    await refer(webkit);
    // WebKitGTK gives a summary no role.
    await webkit.run("document.querySelector('summary').click()");
    await webkit.click("button", /^Send them their page/);
    await webkit.click("button", "Make the link");
    const address = `return [...document.querySelectorAll("dialog input")].at(-1)?.value ?? ""`;
    await expect.poll(() => webkit.run(address)).toMatch(/\/p#[\w-]{22}$/);
    const { pathname, hash } = new URL(await webkit.run<string>(address));
    await webkit.open(pathname + hash);
    await webkit.find("heading", "May we call you?");
    await webkit.resize(334);
    expect(await webkit.run(SIDEWAYS)).toBeLessThanOrEqual(0);
    await expectAccessible(webkit);
    await webkit.click("button", "You may call me");
    await webkit.find("heading", "Type the code");
    await webkit.type("textbox", "Code", await server.codeOf(BINU.phone));
    await webkit.click("button", "Confirm my answer");
    await webkit.find("heading", "We will call you");
    await expectAccessible(webkit);
  });
});

/** A journey on a server of its own. */
function onServer(
  flags: string[],
  journey: (webkit: WebKit, server: HostedServer) => Promise<void>,
) {
  const through = (server: HostedServer) =>
    WebKit.with(server.address, flags, (webkit) => journey(webkit, server));
  return withServer(through, undefined);
}

/** Logs somebody in. `codeOf` returns the code that was sent to a number. */
async function logIn(
  webkit: WebKit,
  button: string,
  mobile: string,
  codeOf: (mobile: string) => Promise<string>,
) {
  await webkit.type("textbox", /^Mobile Number/, mobile);
  await webkit.click("button", button);
  await webkit.find("dialog", /OTP/);
  await expectAccessible(webkit);
  await webkit.type("textbox", /^OTP/, await codeOf(mobile));
  await webkit.click("button", "Verify OTP");
  await webkit.find("heading", /^Welcome, /);
}

/** Fills in who is referred, and for what, and submits it. */
async function refer(webkit: WebKit) {
  await webkit.type("textbox", /^Referred Person's Name/, BINU.name);
  await webkit.type("textbox", /^Referred Person's Phone/, BINU.phone);
  await webkit.type("combobox", /^Service/, BINU.service);
  await webkit.click("button", "Submit Referral");
  await webkit.expectText(`${BINU.name} was successfully referred.`);
}

/** The whole way of a referral. */
async function walk(
  webkit: WebKit,
  codeOf: (mobile: string) => Promise<string>,
  server?: HostedServer,
) {
  await webkit.open("/referral");
  await test.step("a guest refers somebody", async () => {
    await webkit.type("textbox", /^Your Name/, "Asha");
    await webkit.type("textbox", /^Your Phone Number/, MEMBER);
    await refer(webkit);
  });
  await test.step("the guest's referral is the member's", async () => {
    await logIn(webkit, "Sign Up", MEMBER, codeOf);
    await webkit.find("heading", "Your Referrals");
    await webkit.find("table", "Your Referrals");
    await webkit.expectText(BINU.name);
    await webkit.click("button", "Logout");
  });
  await test.step("the admin gives points", async () => {
    await logIn(webkit, "Login", ADMIN, codeOf);
    if (server) {
      await webkit.open("/console/referrals");
      await webkit.type("textbox", /^Authenticator code/, server.secondFactor());
      await webkit.click("button", "Confirm");
      await webkit.click("link", BINU.name);
    }
    await webkit.click("button", server ? /^Award points…/ : /Assign\/Edit Points/);
    await webkit.type("textbox", /^Points/, "25");
    await webkit.click("button", server ? "Save points" : "Save");
    await webkit.expectText("Points assigned successfully.");
  });
}

const SIDEWAYS = `const { scrollWidth, clientWidth } = document.documentElement;
  return scrollWidth - clientWidth`;
const BACKGROUND = "return getComputedStyle(document.documentElement).backgroundColor";

/** Runs axe after all animations have ended. */
async function expectAccessible(webkit: WebKit) {
  await webkit.run(`window.axe ??= (() => { ${axe.source}; return window.axe; })()`);
  const script = `return Promise.allSettled(document.getAnimations().map((it) => it.finished))
    .then(() => ${axeScript(TAGS)})`;
  expect(await webkit.run<string[]>(script)).toEqual([]);
}
