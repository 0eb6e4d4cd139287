import { expect, test } from "vitest";
import { pages } from "./prerendering/pages";
import { ROUTES } from "./routes";

// The journeys over all pages are generated from the site map, which lists the prerendered pages.
test("every screen at an address of its own is prerendered, and in the site map", () => {
  const listed = pages.filter((page) => page.listed).map(({ url }) => url);
  const addresses = ROUTES.map(({ path }) => path).filter((path) => !/[:*]/.test(path));
  expect(listed).toEqual(expect.arrayContaining(addresses));
});
