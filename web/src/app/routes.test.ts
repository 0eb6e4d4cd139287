import { expect, test } from "vitest";
import { pages } from "./prerendering/pages";
import { ROUTES } from "./routes";

// What every journey over the pages is made from: the site map names what is prerendered.
test("every screen at an address of its own is prerendered, and in the site map", () => {
  const listed = pages.filter((page) => page.listed).map(({ url }) => url);
  const addresses = ROUTES.map(({ path }) => path).filter((path) => !/[:*]/.test(path));
  expect(listed).toEqual(expect.arrayContaining(addresses));
});
