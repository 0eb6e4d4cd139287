import type { PostSummary } from "@bindings";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { linkCards } from "@/starter/cards";
import { PostCard } from "./post-card";

const POST: PostSummary = {
  slug: "a-post",
  title: "A post with a title",
  excerpt: "What it is about, in a sentence that can be selected.",
  author: "An author",
  date: "2025-05-28",
  imageUrl: "/a-picture.svg",
  imageAlt: "A picture",
  imageWidth: 1200,
  imageHeight: 750,
  category: "A category",
  tags: ["A tag"],
  minutes: 4,
};

const card = page.getByRole("article");
const opened = page.getByText("The post is open");

beforeAll(linkCards);

afterEach(() => window.getSelection()?.removeAllRanges());

function show(first = false) {
  return render(
    <MemoryRouter initialEntries={["/blog"]}>
      <Routes>
        <Route path="/blog" element={<PostCard post={POST} first={first} />} />
        <Route path="/blog/a-post" element={<p>The post is open</p>} />
      </Routes>
    </MemoryRouter>,
  );
}

test("shows everything the list has of a post, and links to it by its title and Read More", async () => {
  await show();
  for (const words of [POST.category, POST.excerpt, POST.author, "28 May 2025", "Read More"]) {
    await expect.element(card).toMatchTextContent(words);
  }
  const links = card.getByRole("link").elements();
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/blog/a-post", "/blog/a-post"]);
  expect(links.map((link) => link.textContent)).toEqual([POST.title, `Read More: ${POST.title}`]);
  expect(links.map((link) => (link instanceof HTMLElement ? link.tabIndex : null))).toEqual([
    0, -1,
  ]);
  await expect
    .element(card.getByRole("heading", { level: 2 }).getByRole("link", { name: POST.title }))
    .toHaveAttribute("href", "/blog/a-post");
  expect(document.querySelector("time")?.getAttribute("datetime")).toBe("2025-05-28");
});

test("every picture but the first is loaded lazily", async () => {
  const shown = await show(true);
  expect(card.getByRole("img").element().getAttribute("loading")).toBe("eager");
  await shown.unmount();
  await show();
  expect(card.getByRole("img").element().getAttribute("loading")).toBe("lazy");
});

test("a click on its empty space opens the post", async () => {
  await show();
  await card.click({ position: { x: 4, y: 4 } });
  await expect.element(opened).toBeVisible();
});

test("a click on its text opens the post", async () => {
  await show();
  await page.getByText(POST.excerpt).click();
  await expect.element(opened).toBeVisible();
});

test("a click that ends a selection does not open the post", async () => {
  await show();
  const words = page.getByText(POST.excerpt);
  window.getSelection()?.selectAllChildren(words.element());
  words.element().dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  await expect.element(words).toBeVisible();
  await expect.element(opened).not.toBeInTheDocument();
});

test("no link covers its text, so that it can be selected", async () => {
  await show();
  for (const words of [POST.category, POST.excerpt, POST.author]) {
    const element = page.getByText(words).element();
    element.scrollIntoView({ block: "center" });
    const place = element.getBoundingClientRect();
    const hit = document.elementFromPoint(place.x + place.width / 2, place.y + place.height / 2);
    expect(element.contains(hit)).toBe(true);
    expect(hit?.closest("a")).toBeNull();
  }
});

test("the middle button on its text opens the post in another tab", async () => {
  const open = vi.spyOn(window, "open").mockReturnValue(null);
  await show();
  await page.getByText(POST.excerpt).click({ button: "middle" });
  expect(open).toHaveBeenCalledWith(expect.stringMatching(/\/blog\/a-post$/), "_blank", "noopener");
  await expect.element(opened).not.toBeInTheDocument();
});
