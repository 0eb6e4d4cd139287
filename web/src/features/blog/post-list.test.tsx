import { MemoryRouter } from "react-router-dom";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { posts } from "@/content/generated/posts";
import { PostList } from "./post-list";

test("an empty list says so, and to check back soon", async () => {
  await render(<PostList posts={[]} />);
  await expect.element(page.getByRole("heading", { name: "No Blog Posts Yet" })).toBeVisible();
  await expect.element(page.getByText(/Check back soon/)).toBeVisible();
});

test("every post has its card", async () => {
  await render(
    <MemoryRouter>
      <PostList posts={posts} />
    </MemoryRouter>,
  );
  expect(page.getByRole("article").elements()).toHaveLength(posts.length);
  await expect.element(page.getByText("No Blog Posts Yet")).not.toBeInTheDocument();
});
