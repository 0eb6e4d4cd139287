import { expect, test } from "vitest";
import { trackLoading } from "@/app/routes";

const marked = () => document.documentElement.hasAttribute("data-loading");

test("the document is marked until the last page has loaded or failed to load", async () => {
  const first = pending();
  const second = pending();
  const arrived = trackLoading(first.promise);
  const failed = trackLoading(second.promise);
  expect(marked()).toBe(true);

  first.resolve("page");
  expect(await arrived).toBe("page");
  expect(marked()).toBe(true);

  second.reject(new Error("lost"));
  await expect(failed).rejects.toThrow("lost");
  expect(marked()).toBe(false);
});

/** A page that arrives when the test says so. */
function pending() {
  let resolve!: (page: string) => void;
  let reject!: (reason: Error) => void;
  const promise = new Promise<string>((done, fail) => {
    resolve = done;
    reject = fail;
  });
  return { promise, resolve, reject };
}
