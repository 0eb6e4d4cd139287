import { defineConfig, type Project } from "@playwright/test";
import { browser, firefox } from "./scripts/browser.ts";

/** The engine of this run; docs/browsers.md has the others. */
const engine = process.env["ENGINE"] ?? "chromium";
/** The server's program: cargo's, unless the environment names another. */
const program =
  process.env["DEVSERVER_PROGRAM"] ?? "node scripts/cargo.mjs run --quiet --package devserver --";
/** The server of the built site, unless the environment names another. It sets BASE_URL. */
const webServer = {
  command: `${program} --dist dist --addr 127.0.0.1:0`,
  wait: { stdout: /Serving .* at (?<base_url>http:\/\/[\d.:]+)/ },
  timeout: 300_000,
};

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };
const tablet = { viewport: { width: 768, height: 1024 }, hasTouch: true };
const desk = { viewport: { width: 1280, height: 800 } };

const inFirefox = {
  ...desk,
  browserName: "firefox",
  channel: "moz-firefox",
  launchOptions: firefox,
} as const;

/**
 * Journeys against the running site. Each is walked once, at a desk and with the programme in the
 * browser, unless a tag says otherwise:
 *
 * - `@small`: on a phone as well;
 * - `@widths`: on a phone and a tablet as well;
 * - `@phone`: on a phone alone;
 * - `@both`: where the programme lives on a server as well;
 * - `@hosted`: there alone;
 * - `@engines`: in Firefox as well.
 */
const ENGINES: Record<string, Project<{ hosted: boolean }>[]> = {
  chromium: [
    // First, because its longest journeys would end alone.
    { name: "hosted", grep: /@both|@hosted/, use: { ...desk, hosted: true } },
    { name: "desk", grepInvert: /@phone|@hosted/, use: desk },
    { name: "tablet", grep: /@widths/, use: tablet },
    { name: "phone", grep: /@small|@widths|@phone/, use: phone },
    { name: "hosted-phone", testMatch: "referral-walk.spec.ts", use: { ...phone, hosted: true } },
  ],
  firefox: [
    { name: "firefox", grep: /@engines/, grepInvert: /@hosted/, use: inFirefox },
    {
      name: "firefox-hosted",
      testMatch: ["referral-walk.spec.ts", "hosted-*.spec.ts", "console-*.spec.ts"],
      grep: /@engines/,
      use: { ...inFirefox, hosted: true },
    },
  ],
  webkit: [{ name: "webkit", testMatch: "webkit.spec.ts" }],
  orca: [{ name: "orca", testMatch: "orca.spec.ts", use: inFirefox }],
};

export default defineConfig<{ hosted: boolean }>({
  testDir: "e2e",
  testMatch: "**/!(webkit|orca).spec.ts",
  fullyParallel: true,
  forbidOnly: true,
  // A journey that fails now and then has a fault, or has found one.
  retries: 0,
  // Twice as many as the machines that this runs on have cores: a journey waits much of its time.
  workers: 4,
  // These end what hangs. They are no limits for the site, which may share a busy machine.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  // The run of one engine leaves what the others have found.
  outputDir: `test-results/${engine}`,
  ...(!process.env["BASE_URL"] && { webServer }),
  use: {
    // The workers read this file as well, after the server has started.
    baseURL: process.env["BASE_URL"],
    launchOptions: browser,
    locale: "en-GB",
    // What a page fetches by way of a service worker, no journey could hold back or count.
    serviceWorkers: "block",
    timezoneId: "Asia/Qatar",
    screenshot: "only-on-failure",
    // Without a film and a copy of each page, which would slow all journeys down.
    trace: { mode: "retain-on-failure", screenshots: false, snapshots: false },
  },
  projects: ENGINES[engine] ?? [],
});
