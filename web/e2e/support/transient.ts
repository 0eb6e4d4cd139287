/**
 * States that are soon over. Playwright looks now and then, and on a busy machine too seldom: these
 * functions let the page observe itself from before the state begins.
 */
import type { Locator, Page } from "@playwright/test";

/** Returns a function that waits until a button was inactive with this label. */
export async function watchFor(button: Locator, label: string): Promise<() => Promise<unknown>> {
  const watching = await button.evaluateHandle((element, words) => {
    const inactive = new Promise<boolean>((resolve) => {
      const look = () => {
        if (element.matches(":disabled") && element.textContent === words) resolve(true);
      };
      const changes = { attributes: true, characterData: true, childList: true, subtree: true };
      new MutationObserver(look).observe(element, changes);
    });
    // A handle of a promise would wait for it.
    return { inactive };
  }, label);
  return () => watching.evaluate(({ inactive }) => inactive);
}

/** Returns a function that waits until a live region has said this. */
export async function listenFor(page: Page, words: string): Promise<() => Promise<unknown>> {
  const listening = await page.locator("body").evaluateHandle((body, expected) => {
    const heard = new Promise<boolean>((resolve) => {
      const look = () => {
        const regions = Array.from(body.querySelectorAll("output, [role=status]"));
        if (regions.some(({ textContent }) => textContent?.includes(expected))) resolve(true);
      };
      const changes = { characterData: true, childList: true, subtree: true };
      new MutationObserver(look).observe(body, changes);
    });
    return { heard };
  }, words);
  return () => listening.evaluate(({ heard }) => heard);
}
