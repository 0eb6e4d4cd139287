import { expect, test } from "vitest";
import { onTheWay } from "./on-the-way";

const marked = () => document.documentElement.hasAttribute("data-on-the-way");

test("the document is marked until the last page has arrived, or has failed to", async () => {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const arrived = onTheWay(first.promise);
  const failed = onTheWay(second.promise);
  expect(marked()).toBe(true);

  first.resolve("page");
  expect(await arrived).toBe("page");
  expect(marked()).toBe(true);

  second.reject(new Error("lost"));
  await expect(failed).rejects.toThrow("lost");
  expect(marked()).toBe(false);
});
