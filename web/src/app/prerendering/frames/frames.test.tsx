import { renderToStaticMarkup } from "react-dom/server";
import { StaticRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { asFrame } from "./frame";
import { frames } from "./frames";

const markup = (url: string) => {
  const page = frames.find((it) => it.url === url)?.page;
  return asFrame(renderToStaticMarkup(<StaticRouter location={url}>{page}</StaticRouter>));
};

const KEPT = [
  "challenge",
  "referredName",
  "mobile",
  "service",
  "opening",
  "notes",
  "agreed",
  "text",
];
const DETAILS = [
  "referredName",
  "mobile",
  "service",
  "openingTitle",
  "opening",
  "notes",
  "agreed",
  "text",
];

test.each(frames.map(({ url }) => url))("%s is kept out of search engines", (url) => {
  expect(markup(url)).toContain('<meta name="robots" content="noindex"/>');
  expect(markup(url)).not.toContain("canonical");
});

test.each([
  ["/r/details", DETAILS],
  ["/r/code", ["code", ...KEPT]],
  ["/r/never", ["code", ...KEPT]],
  ["/p/entrance", ["token"]],
  ["/p/page", ["token", "text", "want", "when", "language"]],
  ["/p/code", ["code", "token", "answer", "challenge", "when", "language", "text"]],
])("%s posts what the server reads, with a label for each control", (url, names) => {
  const page = document.createElement("div");
  page.innerHTML = markup(url);
  expect(markup(url).match(/<!--notice:[\w-]+:[\w-]+:h2--><form /g)).toHaveLength(1);
  const form = page.querySelector<HTMLFormElement>("form.frame-form");
  expect(form?.method).toBe("post");
  const controls = [...(form?.querySelectorAll<HTMLInputElement>("input, select, textarea") ?? [])];
  expect(controls.map(({ name }) => name)).toEqual(names);
  const seen = controls.filter(({ type }) => type !== "hidden");
  expect(seen.filter(({ id }) => !page.querySelector(`label[for="${id}"]`))).toEqual([]);
});

test.each([
  ["/r/code", "step", ["again", "back"]],
  ["/r/never", "never", ["taken-back"]],
  ["/p/page", "answer", ["agree", "refuse", "never", "delete"]],
  // The first is pressed by Enter.
  ["/p/code", "want", ["done", "code", "back"]],
])("%s has a button for each %s", (url, name, values) => {
  const page = document.createElement("div");
  page.innerHTML = markup(url);
  const buttons = [...page.querySelectorAll<HTMLButtonElement>(`button[name="${name}"]`)];
  expect(buttons.map(({ value }) => value)).toEqual(values);
});

const FACTS = ["name", "number", "service", "written", "notes", "since"];

/** As crates/server fills them: a name that is missing here is no page there. */
test.each([
  ["/r/details", ["sharer", "name", "agreement"]],
  [
    "/p/page",
    [
      "named",
      "who",
      "nameless",
      "agreed",
      "unanswered",
      "may-call",
      "closed",
      ...FACTS,
      "open",
      "agreement",
    ],
  ],
  ["/p/code", ["agree", "refuse", "never", "delete"]],
])("%s has the places that the server fills, hidden", (url, names) => {
  const empty = [...markup(url).matchAll(/ data-place="([^"]*)" hidden="">/g)];
  // Words that apply may stand in several places.
  expect([...new Set(empty.map(([, name]) => name))]).toEqual(names);
});

test.each([
  ["/r/details", "?language=ar"],
  ["/r/done", "/ar/r/done"],
  ["/p/entrance", "/ar/p"],
  ["/p/agreed", "/ar/p/agreed"],
])("%s has a way to the same page in Arabic: %s", (url, address) => {
  const page = document.createElement("div");
  page.innerHTML = markup(url);
  const way = page.querySelector('nav[aria-label="Languages"] a[lang="ar"]');
  expect(way?.textContent).toBe("العربية");
  expect(way?.getAttribute("href")).toBe(address);
});

test("a form takes the token to the same page in Arabic, and stands before that with the answers", () => {
  const page = document.createElement("div");
  page.innerHTML = markup("/p/page");
  const [first, second] = page.querySelectorAll("form");
  expect(first?.innerHTML).toContain('name="token" value="{token}"');
  expect(first?.querySelector('button[lang="ar"]')?.getAttribute("formaction")).toBe("/ar/p");
  expect(second?.className).toBe("frame-form");
});

test("only a frame's own ways lead to other languages", () => {
  const footer = '<footer><ul class="a"><li><a href="/ar" lang="ar">العربية</a></li></ul></footer>';
  expect(asFrame(`<main></main>${footer}`)).toBe("<main></main><footer></footer>");
});
