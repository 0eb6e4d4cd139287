import { BROWSER_FAILURES } from "@bindings";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Button } from "@/components/button/button";
import { Notice } from "./notice";

test("an error is an alert, with its text and its button", async () => {
  const { getByRole } = await render(
    <Notice notice={BROWSER_FAILURES["storage-blocked"]}>
      <Button>Try again</Button>
    </Notice>,
  );
  const alert = getByRole("alert", { name: "Error" });
  await expect.element(alert).toMatchTextContent(BROWSER_FAILURES["storage-blocked"].description);
  await expect.element(alert.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("other notices are a named region and are not announced", async () => {
  const { getByRole } = await render(
    <Notice
      notice={{ title: "Saved", description: "It is in this browser.", variant: "default" }}
    />,
  );
  await expect.element(getByRole("region", { name: "Saved" })).toBeVisible();
  await expect.element(getByRole("alert")).not.toBeInTheDocument();
});

test("errors and other notices differ in icon and border as well as in colour", async () => {
  const words = { title: "News", description: "Something happened." };
  const { container } = await render(
    <>
      <Notice notice={{ ...words, variant: "default" }} />
      <Notice notice={{ ...words, variant: "destructive" }} />
    </>,
  );
  const [good, bad] = [...container.querySelectorAll("section")].map((notice) => ({
    icon: notice.querySelector("path")?.getAttribute("d"),
    border: getComputedStyle(notice).borderInlineStartStyle,
  }));
  expect(good?.icon).not.toBe(bad?.icon);
  expect(good?.border).not.toBe(bad?.border);
});
