import { defineConfig } from "@playwright/test";
import { browser } from "./scripts/browser.ts";

/** Journeys against the running site, as a visitor on a phone and at a desk. */
export default defineConfig({
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
      use: { viewport: { width: 360, height: 740 }, hasTouch: true },
    },
    { name: "desk", grepInvert: /@phone/, use: { viewport: { width: 1280, height: 800 } } },
  ],
});
