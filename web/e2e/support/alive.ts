import type { Page } from "@playwright/test";

/** Waits until React has taken over: before that, a link loads its page anew. */
export async function alive(page: Page) {
  await page.waitForFunction(() => {
    const main = document.querySelector("main");
    return main && Object.keys(main).some((key) => key.startsWith("__react"));
  });
}
