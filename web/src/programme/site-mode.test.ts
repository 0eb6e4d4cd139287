import { expect, test, vi } from "vitest";
import { siteModeFrom } from "./site-mode";

const ANSWERS = [
  ["a server that says so", () => Response.json({ mode: "hosted" }), "hosted"],
  ["a static site", () => Response.json({ mode: "browser" }), "browser"],
  ["a host without the file", () => new Response("gone", { status: 404 }), "browser"],
  ["a host that answers with a page", () => new Response("<!doctype html>"), "browser"],
  ["a file of another form", () => Response.json(["hosted"]), "browser"],
] as const;

for (const [name, answer, mode] of ANSWERS) {
  test(`${name} makes it ${mode} mode`, async () => {
    expect(await siteModeFrom(() => Promise.resolve(answer()))()).toBe(mode);
  });
}

test("the server is asked once, without the browser's cache", async () => {
  const fetch = vi.fn<typeof window.fetch>(() =>
    Promise.resolve(Response.json({ mode: "hosted" })),
  );
  const siteMode = siteModeFrom(fetch);
  await Promise.all([siteMode(), siteMode()]);
  await siteMode();
  expect(fetch).toHaveBeenCalledExactlyOnceWith(
    "/config.json",
    expect.objectContaining({ cache: "no-cache" }),
  );
});

const FAULTS = [
  ["no connection", () => Promise.reject(new TypeError("Failed to fetch")), "Failed to fetch"],
  ["a server that fails", () => Promise.resolve(new Response("", { status: 503 })), "503"],
] as const;

for (const [name, fault, words] of FAULTS) {
  test(`${name} is not a valid answer, and the next call asks again`, async () => {
    const fetch = vi
      .fn<typeof window.fetch>(() => Promise.resolve(Response.json({ mode: "hosted" })))
      .mockImplementationOnce(fault);
    const siteMode = siteModeFrom(fetch);
    await expect(siteMode()).rejects.toThrow(words);
    expect(await siteMode()).toBe("hosted");
  });
}
