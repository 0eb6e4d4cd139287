/** What only hosted mode shows, for everybody, on every screen. */
import { AxeBuilder } from "@axe-core/playwright";
import { test } from "./support/hosted";
import { HOSTED_STATES } from "./support/hosted-states";
import { expect } from "./support/test";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

for (const [state, reach] of Object.entries(HOSTED_STATES)) {
  test.describe(`Hosted: ${state}`, { tag: "@once" }, () => {
    for (const scheme of ["light", "dark"] as const) {
      test(`has no accessibility violation in the ${scheme} scheme`, async ({ page, server }) => {
        await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
        await reach(page, server);
        const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
        expect(violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html)])).toEqual([]);
      });
    }

    test("fits 320 pixels", { tag: "@phone" }, async ({ page, server }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      await reach(page, server);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
    });
  });
}
