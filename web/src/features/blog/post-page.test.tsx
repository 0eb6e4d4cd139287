import { Suspense } from "react";
import { MemoryRouter, Route, Routes } from "react-router-dom";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { posts } from "@/content/generated/posts";
import { paths } from "@/paths";
import PostPage from "./post-page";

const KNOWN = "hotel-chandrayan-najibabad";

function show(slug: string) {
  return render(
    <MemoryRouter initialEntries={[paths.post(slug)]}>
      <Suspense fallback={<p>Waiting</p>}>
        <Routes>
          <Route path={paths.post(":slug")} element={<PostPage />} />
        </Routes>
      </Suspense>
    </MemoryRouter>,
  );
}

test("a known slug shows the post, with a link back", async () => {
  await show(KNOWN);
  await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /Back to the blog$/ }))
    .toHaveAttribute("href", paths.blog);
  await expect.element(page.getByText("Travel & Hospitality")).toBeVisible();
  await expect.element(page.getByText("28 May 2025")).toBeVisible();
});

test("every entry of the table of contents links to a heading of the post", async () => {
  await show(KNOWN);
  const contents = page.getByRole("navigation", { name: "In this post" });
  await expect.element(contents).toBeVisible();
  const links = contents.getByRole("link").elements();
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) {
    const anchor = link.getAttribute("href")?.slice(1) ?? "";
    expect(document.getElementById(anchor)?.textContent).toBe(link.textContent);
  }
});

for (const slug of ["nothing", "__proto__", "constructor", "toString", "x".repeat(500), "%00"]) {
  test(`the slug ${slug.slice(0, 12)} has no post, and the page says so`, async () => {
    await show(slug);
    await expect
      .element(page.getByRole("heading", { level: 1, name: "Post Not Found" }))
      .toBeVisible();
    await expect
      .element(page.getByText("Sorry, the blog post you are looking for does not exist."))
      .toBeVisible();
    await expect
      .element(page.getByRole("link", { name: "Back to Blog" }))
      .toHaveAttribute("href", paths.blog);
    const latest = page.getByRole("region", { name: "Latest posts" }).getByRole("link");
    await expect.element(latest.first()).toHaveAttribute("href", paths.post(posts[0]?.slug ?? ""));
  });
}
