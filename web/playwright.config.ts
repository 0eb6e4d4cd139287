import { defineConfig } from "@playwright/test";
import { browser } from "./scripts/browser.ts";

const desk = { viewport: { width: 1280, height: 800 } };
/** The server of the built site: its own, unless another is named. */
const port = 20_000 + (process.pid % 20_000);
const isOurs = !process.env["BASE_URL"];
// The workers read this file as well.
process.env["BASE_URL"] ??= `http://127.0.0.1:${port}`;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Journeys against the running site, as a visitor on a phone and at a desk. */
export default defineConfig<{ hosted: boolean }>({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  ...(isOurs && {
    webServer: {
      command: `node scripts/cargo.mjs run --quiet --package devserver -- --dist dist --addr 127.0.0.1:${port}`,
      url: process.env["BASE_URL"],
      timeout: 300_000,
    },
  }),
  use: {
    baseURL: process.env["BASE_URL"],
    launchOptions: browser,
    locale: "en-GB",
    timezoneId: "Asia/Qatar",
    screenshot: "only-on-failure",
  },
  projects: [
    // What has nothing to do with the width is walked through once, at the desk.
    {
      name: "phone",
      grepInvert: /@once/,
      use: phone,
    },
    { name: "desk", grepInvert: /@phone/, use: desk },
    // The same journeys where the programme lives on a server, but for what is about the browser
    // that keeps it.
    {
      name: "hosted",
      testMatch: /(referral-(admin|copies|form|login)|contact|toasts|keyboard)\.spec/,
      grepInvert: /@phone|@browser/,
      use: { ...desk, hosted: true },
    },
    // What only a server has, on a phone as well: the desk has walked through it above.
    { name: "hosted-phone", testMatch: /hosted-.*\.spec/, use: { ...phone, hosted: true } },
  ],
});
