/** The rules and the catalogue on How the programme works. */
import type { Block } from "@bindings";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import WithRules from "./rules";

const siteMode = vi.hoisted(() => vi.fn<() => Promise<string>>());
vi.mock("@/programme/site-mode", () => ({ siteMode }));

const text = (words: string): Block => ({
  kind: "paragraph",
  content: [{ kind: "text", text: words }],
});
const heading = (id: string): Block => ({
  kind: "heading",
  level: 2,
  id,
  content: [{ kind: "text", text: id }],
});

const BLOCKS = [
  text("Before"),
  heading("what-points-are-worth-and-when"),
  text("Our office decides"),
  heading("if-something-is-wrong"),
  text("After"),
];
const OFFER = "Gift voucher · 500 points · 3 left";
const RULE = "Every service: 500 points for the referrer when the referral is successful.";

const EXPLANATIONS = [
  { text: "By these rules:", list: [RULE] },
  // Two offers may read alike.
  { text: "For any of these:", list: [OFFER, OFFER] },
  { text: "Points are not money.", list: [] },
  { text: "Most points:", list: ["Asha"], ordered: true },
];

const asked = vi.fn<(path: string, init?: RequestInit) => Promise<Response>>();

function answer(value: unknown, status = 200) {
  const response = () => Promise.resolve(Response.json(value, { status }));
  vi.stubGlobal("fetch", asked.mockImplementation(response));
}

beforeEach(() => {
  siteMode.mockReset().mockResolvedValue("hosted");
  asked.mockReset();
});

/** What stands in the section, in its order. */
const words = () =>
  [...document.querySelectorAll("[data-rules] p, [data-rules] li")].map((it) => it.textContent);

const ALL_WORDS = [
  "By these rules:",
  RULE,
  "For any of these:",
  OFFER,
  OFFER,
  "Points are not money.",
  "Most points:",
  "Asha",
];

test("they stand in place of what the page says without any", async () => {
  answer({ explanations: EXPLANATIONS });
  await render(<WithRules blocks={BLOCKS} />);
  await expect.element(page.getByText(RULE)).toBeVisible();
  expect(words()).toEqual(ALL_WORDS);
  await expect.element(page.getByText("Our office decides")).not.toBeVisible();
  for (const around of ["Before", "After"]) {
    await expect.element(page.getByText(around, { exact: true })).toBeVisible();
  }
});

test.each([
  ["a server without rules and catalogue", 200, { explanations: [] }],
  ["a server that cannot be asked", 503, {}],
])("for %s the page stays as it is", async (_, status, value) => {
  answer(value, status);
  await render(<WithRules blocks={BLOCKS} />);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await expect.element(page.getByText("Our office decides")).toBeVisible();
  expect(page.getByRole("listitem").elements()).toEqual([]);
});

test("without a server nobody is asked", async () => {
  siteMode.mockResolvedValue("browser");
  answer({ explanations: EXPLANATIONS });
  await render(<WithRules blocks={BLOCKS} />);
  await vi.waitFor(() => expect(siteMode).toHaveBeenCalledOnce());
  await expect.element(page.getByText("Our office decides")).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});

test("they are asked for in the language of the page", async () => {
  answer({ explanations: EXPLANATIONS });
  document.documentElement.lang = "ta";
  await render(<WithRules blocks={BLOCKS} />);
  await expect.element(page.getByText(RULE)).toBeVisible();
  document.documentElement.lang = "en";
  const [, init] = asked.mock.lastCall ?? [];
  expect(new Headers(init?.headers).get("Accept-Language")).toBe("ta");
});

test("what a server has written into the page is not asked for again", async () => {
  answer({ explanations: [] });
  const written = document.createElement("div");
  written.dataset["rules"] = "";
  for (const { text: said, list, ordered } of EXPLANATIONS) {
    const paragraph = document.createElement("p");
    paragraph.textContent = said;
    const items = document.createElement(ordered ? "ol" : "ul");
    for (const one of list)
      items.append(Object.assign(document.createElement("li"), { textContent: one }));
    written.append(paragraph, ...(list.length > 0 ? [items] : []));
  }
  document.body.append(written);
  await render(<WithRules blocks={BLOCKS} />);
  written.remove();
  expect(words()).toEqual(ALL_WORDS);
  expect(document.querySelectorAll("[data-rules] ol > li")).toHaveLength(1);
  await expect.element(page.getByText("Our office decides")).not.toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});

test("a page without that section is refused when it is built", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(render(<WithRules blocks={[text("Before")]} />)).rejects.toThrow("has no section");
});
