/** Browser contexts beside the one that a journey has: another device, or somebody else's phone. */
import type { Browser, BrowserContext, BrowserContextOptions } from "@playwright/test";

/** A further context, whose fields can be filled in every engine. */
export async function newContext(browser: Browser, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  await fillAsTyped(context);
  return context;
}

/**
 * In Firefox, Playwright's `fill` sets a field's value without React noticing, and cannot replace
 * the text of an email field. After this it types the text.
 */
export async function fillAsTyped(context: BrowserContext) {
  if (context.browser()?.browserType().name() !== "firefox") return;
  await context.addInitScript(insertAsTyped);
}

function insertAsTyped() {
  Object.defineProperty(window, "__pw_bidiInsertText", {
    get: () => (text: string) => document.execCommand("insertText", false, text) && undefined,
    set() {
      // Playwright's own function, which is defined later.
    },
  });
}
