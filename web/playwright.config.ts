import { defineConfig } from "@playwright/test";
import { browser } from "./scripts/browser.ts";

const desk = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Journeys against the running site, as a visitor on a phone and at a desk. */
export default defineConfig<{ hosted: boolean }>({
  testDir: "e2e",
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  timeout: 30_000,
  use: {
    baseURL: process.env["BASE_URL"] ?? "http://127.0.0.1:8080",
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
