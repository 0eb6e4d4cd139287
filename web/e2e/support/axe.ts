/** What axe finds in a page. */
import type { Page } from "@playwright/test";
import axe from "axe-core";

/** Every rule of WCAG 2.2 AA, and what is good practice besides. */
export const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** A script for the page: runs axe and returns the violations. */
export const axeScript = (runOnly: readonly string[]) =>
  `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ["violations"] })
    .then(({ violations }) =>
      violations.map(({ id, nodes }) => id + ": " + nodes.map(({ html }) => html).join()))`;

/**
 * The broken rules with their elements. `runOnly` are tags or names of rules.
 *
 * axe is added once to each document. `@axe-core/playwright` adds it for each question and opens
 * another page for the answer, which takes three times as long.
 */
export async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe.source);
  return page.evaluate<string[]>(axeScript(runOnly));
}
