/** The rules on How the programme works. */
import type { Block } from "@bindings";
import { afterEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { WithRules } from "./rules";

const mode = vi.hoisted(() => ({ is: "hosted" }));
vi.mock("@/programme/site-mode", () => ({ siteMode: () => Promise.resolve(mode.is) }));

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
const RULE = "Every service: 500 points for the referrer when the referral is successful.";

const asked = vi.fn<(path: string) => Promise<Response>>();

function answer(value: unknown, status = 200) {
  vi.stubGlobal("fetch", asked.mockResolvedValue(Response.json(value, { status })));
}

afterEach(() => {
  mode.is = "hosted";
  asked.mockReset();
  vi.unstubAllGlobals();
});

test("they stand in place of what the page says without any", async () => {
  answer({ sentences: [RULE] });
  await render(<WithRules blocks={BLOCKS} />);
  await expect.element(page.getByRole("listitem")).toHaveTextContent(RULE);
  await expect.element(page.getByText("Our office decides")).not.toBeVisible();
  for (const words of ["Before", "After", /^Points are not money/]) {
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  }
});

test.each([
  ["a server without rules", 200, { sentences: [] }],
  ["a server that cannot be asked", 503, {}],
])("for %s the page stays as it is", async (_, status, value) => {
  answer(value, status);
  await render(<WithRules blocks={BLOCKS} />);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce());
  await expect.element(page.getByText("Our office decides")).toBeVisible();
  await expect.element(page.getByText(/^What you refer now/)).not.toBeVisible();
});

test("without a server nobody is asked", async () => {
  mode.is = "browser";
  answer({ sentences: [RULE] });
  await render(<WithRules blocks={BLOCKS} />);
  await expect.element(page.getByText("Our office decides")).toBeVisible();
  expect(asked).not.toHaveBeenCalled();
});

test("what a server has written into the page is not asked for again", async () => {
  answer({ sentences: [] });
  const written = document.createElement("div");
  written.dataset["rules"] = "";
  const item = document.createElement("li");
  item.textContent = RULE;
  written.append(item);
  document.body.append(written);
  await render(<WithRules blocks={BLOCKS} />);
  written.remove();
  await expect.element(page.getByRole("listitem")).toHaveTextContent(RULE);
  expect(asked).not.toHaveBeenCalled();
});

test("a page without that section is refused when it is built", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await expect(render(<WithRules blocks={[text("Before")]} />)).rejects.toThrow("has no section");
});
