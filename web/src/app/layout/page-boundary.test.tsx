import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { PageBoundary } from "./page-boundary";

function Broken(): never {
  throw new Error("Failed to fetch dynamically imported module");
}

test("a page that cannot be shown says so, and offers to try again", async () => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  const { getByRole } = await render(
    <PageBoundary>
      <Broken />
    </PageBoundary>,
  );
  await expect
    .element(getByRole("heading", { name: "This page could not be loaded" }))
    .toBeVisible();
  await expect.element(getByRole("button", { name: "Try again" })).toBeEnabled();
  // The cause is logged.
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
});
