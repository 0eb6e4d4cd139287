import { expect, test } from "vitest";
import { lasting } from "./words";

test.each([
  [0, "since today"],
  [1, "since yesterday"],
  [12, "for 12 days"],
])("what began %i days ago has lasted %s", (days, words) => {
  expect(lasting(Date.now() - days * 86_400_000)).toBe(words);
});
