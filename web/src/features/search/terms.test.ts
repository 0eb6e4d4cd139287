import { describe, expect, test } from "vitest";
import { indexOf, search } from "./terms";

const page = (url: string, title: string, description: string, text: string) => ({
  url,
  title,
  description,
  text: `${title} ${text}`,
});

const INDEX = indexOf([
  page("/a", "Terms of use", "For this website", "Points are not money. See the audit."),
  page("/b", "MRO Consulting", "Audits for hangars", "Policies and café. Audit, audit, audit."),
  page("/c", "Staffing a line station", "Night shifts", "An auditor compares the plan once."),
]);

const urls = (query: string) => search(INDEX, query).map(({ url }) => url);

describe("A search", () => {
  test("ranks matches in the title before the description, and those before the text", () => {
    const index = indexOf([
      page("/text", "One", "Two", "a hangar"),
      page("/description", "Three", "Hangar", "four"),
      page("/title", "Hangar", "Five", "six"),
    ]);
    expect(search(index, "hangar").map(({ url }) => url)).toEqual([
      "/title",
      "/description",
      "/text",
    ]);
  });

  test("ignores plurals, capitals and accents", () => {
    for (const query of ["audit", "AUDITS", "policy", "policies", "cafe", "Café"]) {
      expect(urls(query)).toContain("/b");
    }
  });

  test("finds the beginning of a word, and ranks it after the whole word", () => {
    expect(urls("audit")).toEqual(["/b", "/a", "/c"]);
    expect(urls("audito")).toEqual(["/c"]);
  });

  test("finds pages that have every word, in any order and distance", () => {
    expect(urls("the line of station")).toEqual(["/c"]);
    expect(urls("line money")).toEqual([]);
  });

  test("finds nothing for an empty query, for common words, and for names of properties", () => {
    for (const query of ["", "  ", "?!", "the and of", "__proto__", "constructor", "tostring"]) {
      expect(urls(query)).toEqual([]);
    }
  });
});
