import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page } from "vitest/browser";
import { Picture } from "./picture";

const GOOD =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='8' height='5'%3E%3C/svg%3E";
const WITHOUT_SIZE =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 5'%3E%3C/svg%3E";
const BROKEN = "data:image/png;base64,AAAA";

const picture = page.getByRole("img", { name: "A hotel" });

test("a picture that arrives is shown", async () => {
  await render(<Picture src={GOOD} alt="A hotel" width={1200} height={750} />);
  await expect.element(picture).toHaveAttribute("src", GOOD);
  await expect.element(picture).toHaveAttribute("width", "1200");
});

test("a drawing without a size of its own counts as arrived", async () => {
  await render(<Picture src={WITHOUT_SIZE} alt="A hotel" />);
  await new Promise((resolve) => setTimeout(resolve, 200));
  await expect.element(picture).toHaveAttribute("src", WITHOUT_SIZE);
});

test("a picture that is lost leaves its description in a place of the same shape", async () => {
  await render(<Picture src={BROKEN} alt="A hotel" width={1200} height={750} />);
  await expect.element(picture).toMatchTextContent("A hotel");
  expect(picture.element().tagName).not.toBe("IMG");
  const { width, height } = picture.element().getBoundingClientRect();
  expect(width / height).toBeCloseTo(1200 / 750, 1);
});

test("a picture that was lost before React came is found out", async () => {
  const prerendered = document.createElement("div");
  prerendered.innerHTML = renderToString(<Picture src={BROKEN} alt="A hotel" />);
  document.body.append(prerendered);
  await expect.poll(() => prerendered.querySelector("img")?.complete).toBe(true);
  const root = hydrateRoot(prerendered, <Picture src={BROKEN} alt="A hotel" />);
  await expect.element(picture).toMatchTextContent("A hotel");
  root.unmount();
  prerendered.remove();
});

test("another picture in its place is tried afresh", async () => {
  const shown = await render(<Picture src={BROKEN} alt="A hotel" />);
  await expect.element(picture).toMatchTextContent("A hotel");
  await shown.rerender(<Picture src={GOOD} alt="A hotel" />);
  await expect.element(picture).toHaveAttribute("src", GOOD);
});

test("a lost picture that says nothing is not announced", async () => {
  await render(<Picture src={BROKEN} alt="" />);
  await expect.poll(() => document.querySelector("svg")).not.toBeNull();
  expect(page.getByRole("img").elements()).toHaveLength(0);
});
