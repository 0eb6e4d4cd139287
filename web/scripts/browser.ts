import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where systems install Chromium or Chrome. `CHROME_PATH` names another place. */
const CHROME_PATHS = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/chromium-headless-shell",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Where systems install Firefox. `FIREFOX_PATH` names another place. */
const FIREFOX_PATHS = [
  "/usr/bin/firefox-esr",
  "/usr/bin/firefox",
  "/Applications/Firefox.app/Contents/MacOS/firefox",
];

const path = process.env["CHROME_PATH"] ?? CHROME_PATHS.find((file) => existsSync(file));

/** The browser for the tests: an installed one if there is one, else Playwright's own. */
export const browser = {
  ...(path ? { executablePath: path } : {}),
  args: [
    // The sandbox does not work for root, and containers usually run as root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    // Letters are as wide as on a phone. A machine's settings may round them to whole pixels, and then
    // lines break elsewhere.
    "--font-render-hinting=none",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};

const firefoxPath = process.env["FIREFOX_PATH"] ?? FIREFOX_PATHS.find((file) => existsSync(file));

/** An installed Firefox; undefined if there is none. */
export const firefox = firefoxPath && {
  executablePath: fileURLToPath(new URL("firefox.mjs", import.meta.url)),
  env: { ...process.env, FIREFOX_PATH: firefoxPath },
  firefoxUserPrefs: {
    // Playwright cannot set this preference over BiDi.
    "ui.prefersReducedMotion": 1,
    // Back loads a page again: of one that Firefox has kept, Playwright is not always told over BiDi.
    "browser.sessionhistory.max_total_viewers": 0,
  },
};
