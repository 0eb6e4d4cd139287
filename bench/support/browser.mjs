/** How everything here starts the browser: the one that the tests use, too. */
import { chromium } from "playwright-core";
import { browser } from "../../web/scripts/browser.ts";

export const { args, executablePath } = browser;

/** Does some work in a browser of its own. */
export async function inBrowser(work) {
  const started = await chromium.launch({ executablePath, args });
  try {
    return await work(started);
  } finally {
    await started.close();
  }
}
