import { expect, test } from "vitest";
import { brokenLinks } from "./links";

const about = (href: string) =>
  brokenLinks(
    new Map([
      ["/", '<h1 id="top">Home</h1>'],
      ["/about", `<h2 id="us">Us</h2><a class="link" href="${href}">A link</a>`],
    ]),
  );

test.each([
  "/",
  "/#top",
  "/?subject=a&amp;b=c",
  "#us",
  "https://example.com/x",
  "mailto:a@b.example",
])("%s is a link that leads somewhere", (href) => expect(about(href)).toEqual([]));

test.each(["/abuot", "/#bottom", "#them", "about/"])("%s is a broken link", (href) => {
  expect(about(href)).toEqual([`/about links to ${href}`]);
});
