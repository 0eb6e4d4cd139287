import type { Block } from "@bindings";
import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { Blocks } from "./blocks";

const text = (words: string) => ({ kind: "text" as const, text: words });
const link = (url: string): Block => ({
  kind: "paragraph",
  content: [{ kind: "link", url, content: [text(url)] }],
});
const paragraph = (words: string): Block => ({ kind: "paragraph", content: [text(words)] });

async function show(...blocks: Block[]) {
  const shown = await render(
    <MemoryRouter>
      <Blocks blocks={blocks} />
    </MemoryRouter>,
  );
  return shown.container;
}

test("headings keep their level and have an anchor", async () => {
  await show(
    { kind: "heading", level: 2, id: "first", content: [text("First")] },
    { kind: "heading", level: 3, id: "second", content: [text("Second")] },
  );
  await expect
    .element(page.getByRole("heading", { level: 2, name: "First" }))
    .toHaveAttribute("id", "first");
  await expect
    .element(page.getByRole("heading", { level: 3, name: "Second" }))
    .toHaveAttribute("id", "second");
});

test("lists may contain anything, also lists", async () => {
  const inner: Block = { kind: "list", ordered: true, items: [[paragraph("Inner")]] };
  const container = await show({
    kind: "list",
    ordered: false,
    items: [[paragraph("One"), inner], [paragraph("Two")]],
  });
  expect(container.querySelectorAll("ul > li")).toHaveLength(2);
  expect(container.querySelector("ul > li ol > li")?.textContent).toBe("Inner");
});

test("quotations, horizontal rules and pictures", async () => {
  const container = await show(
    { kind: "quote", content: [paragraph("Said")] },
    { kind: "rule" },
    { kind: "picture", url: "/pictures/a.svg", alt: "A hall", width: 3, height: 2 },
  );
  expect(container.querySelector("blockquote p")?.textContent).toBe("Said");
  expect(container.querySelector("hr")).not.toBeNull();
  await expect
    .element(page.getByRole("img", { name: "A hall" }))
    .toHaveAttribute("src", "/pictures/a.svg");
});

test("emphasis, line breaks and code are rendered as written", async () => {
  const container = await show({
    kind: "paragraph",
    content: [
      { kind: "emphasis", content: [text("soft")] },
      { kind: "break" },
      { kind: "strong", content: [{ kind: "emphasis", content: [text("loud")] }] },
      { kind: "code", text: "<b>typed</b>" },
    ],
  });
  expect(container.querySelector("p > em")?.textContent).toBe("soft");
  expect(container.querySelector("p > br")).not.toBeNull();
  expect(container.querySelector("strong > em")?.textContent).toBe("loud");
  expect(container.querySelector("code")?.textContent).toBe("<b>typed</b>");
});

test("links within the site load no document; others do", async () => {
  await show(link("/services#it-services"), link("https://example.com/"), link("//example.com/a"));
  expect(await staysHere("/services#it-services")).toBe(true);
  expect(await staysHere("https://example.com/")).toBe(false);
  expect(await staysHere("//example.com/a")).toBe(false);
});

/** Whether the router handles the click. */
async function staysHere(name: string): Promise<boolean> {
  const hit = page.getByRole("link", { name, exact: true }).element();
  const click = new MouseEvent("click", { bubbles: true, cancelable: true });
  let taken = false;
  const judge = (event: Event) => {
    taken = event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("click", judge, { once: true });
  hit.dispatchEvent(click);
  return taken;
}
