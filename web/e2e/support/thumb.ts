/** A thumb taps what it sees, where it sees it. Playwright's own taps scroll the page before. */
import { expect, type Locator } from "@playwright/test";

/** The middle of something that can be seen whole, is not covered and can be used. */
export async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  await expect(target).toBeInViewport({ ratio: 1 });
  await expect(target).toBeEnabled();
  await expect.poll(() => target.evaluate(isCovered)).toBe(false);
  const box = await target.boundingBox();
  if (!box) throw new Error("It is gone.");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Runs in the page. */
function isCovered(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect();
  return !element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}
