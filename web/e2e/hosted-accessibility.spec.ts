/**
 * The states of hosted mode are accessible on a desktop and on a phone. The other journeys look at
 * those that they pass through.
 */
import { HOSTED_STATES } from "./support/hosted-states";
import { expectAccessibleWideAndNarrow } from "./support/pages";
import { hostedTest as test } from "./support/test";

for (const [state, reach] of Object.entries(HOSTED_STATES)) {
  test(`Hosted, ${state} is accessible`, { tag: "@hosted" }, async ({ page, server }) => {
    await reach(page, server);
    await expectAccessibleWideAndNarrow(page);
  });
}
