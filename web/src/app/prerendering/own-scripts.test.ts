/** Which scripts of a page stop the build. */
import { expect, test } from "vitest";
import { foreignScript } from "./own-scripts";

const OWN = ["start()", "token()"];

test.each([
  ["no script", "<p>start()</p>", false],
  ["one that the build made", '<script data-entry="/assets/a.js">start()</script>', false],
  ["a file of the build", '<script type="module" src="/assets/a.js"></script>', false],
  ["data", '<script type="application/ld+json">{"name":"A"}</script>', false],
  ["another", "<script>start()</script><p>A</p><script>steal()</script>", true],
  ["one with more in it", "<script>start();steal()</script>", true],
  ["another in capitals", "<SCRIPT\n>steal()</SCRIPT>", true],
  ["one that does not end", "<p>A</p><script>steal()", true],
  ["a file beside the build's", '<script src="/pictures/a.png"></script>', true],
  ["a file that only begins like one", '<script src="/assets/../pictures/a.js"></script>', true],
  ["another site's", '<script src="https://example.com/assets/a.js"></script>', true],
])("%s", (_, html, isForeign) => {
  expect(foreignScript(html, OWN) !== "").toBe(isForeign);
});
