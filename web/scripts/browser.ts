import { existsSync } from "node:fs";

/** Where systems keep Chromium or Chrome; `CHROME_PATH` names another. */
const USUAL = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

const path = process.env["CHROME_PATH"] ?? USUAL.find((file) => existsSync(file));

/** How the tests start the browser: an installed one if there is one, else Playwright's own. */
export const browser = {
  ...(path ? { executablePath: path } : {}),
  args: [
    // The sandbox refuses to work for root, which a container usually is.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};
