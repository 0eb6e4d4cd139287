/** What a visitor's browser fetches on a first and on a second visit, and when. */

/** A phone's window. */
const viewport = { width: 360, height: 740 };

/**
 * Visits a route twice with the same cache, each time in a tab of its own. `gap` is the time from
 * the first paint to the first request for a script; `second` names what came over the network on
 * the second visit.
 */
export async function visitTwice(browser, address) {
  const context = await browser.newContext({ viewport });
  const { gap } = await visit(context, address);
  const { fetched } = await visit(context, address);
  await context.close();
  return { gap, second: fetched };
}

/** Visits until nothing more is fetched. */
async function visit(context, address) {
  const page = await context.newPage();
  await page.goto(address, { waitUntil: "networkidle" });
  const found = await page.evaluate(() => {
    const [paint] = performance.getEntriesByName("first-paint");
    const resources = performance.getEntriesByType("resource");
    const scripts = resources.filter(({ name }) => name.endsWith(".js"));
    const all = [...performance.getEntriesByType("navigation"), ...resources];
    // The headers of a 304 count as 300 bytes, an answer out of the cache as none.
    const fetched = all.filter(({ transferSize }) => transferSize > 0);
    return {
      gap: Math.min(...scripts.map(({ startTime }) => startTime)) - paint.startTime,
      fetched: fetched.map(
        ({ name, transferSize }) =>
          `${new URL(name).pathname} ${transferSize === 300 ? "304" : "200"}`,
      ),
    };
  });
  await page.close();
  return found;
}
