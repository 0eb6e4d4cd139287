import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { asFrame } from "./frame";
import { frames } from "./link-pages";

const markup = (url: string) => {
  const page = frames.find((it) => it.url === url)?.page;
  return asFrame(renderToStaticMarkup(<StaticRouter location={url}>{page}</StaticRouter>));
};

test.each(frames.map(({ url }) => url))("%s is kept out of search engines", (url) => {
  expect(markup(url)).toContain('<meta name="robots" content="noindex"/>');
  expect(markup(url)).not.toContain("canonical");
});

test.each([
  ["/r/details", ["referredName", "mobile", "service", "notes", "agreed", "text"]],
  [
    "/r/code",
    ["code", "challenge", "referredName", "mobile", "service", "notes", "agreed", "text"],
  ],
])("%s posts what the server reads, with a label for each control", (url, names) => {
  const page = document.createElement("div");
  page.innerHTML = markup(url);
  expect(markup(url).match(/<!--notice:[^>]*--><form /g)).toHaveLength(1);
  const form = page.querySelector("form");
  expect(form?.method).toBe("post");
  const controls = [...(form?.querySelectorAll<HTMLInputElement>("input, select, textarea") ?? [])];
  expect(controls.map(({ name }) => name)).toEqual(names);
  const seen = controls.filter(({ type }) => type !== "hidden");
  expect(seen.filter(({ id }) => !page.querySelector(`label[for="${id}"]`))).toEqual([]);
});
