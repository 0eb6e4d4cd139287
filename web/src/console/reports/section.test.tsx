import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { Section } from "./section";

const ROWS = [{ stage: "Received", reached: 7 }];
const table = page.getByRole("table", { name: "Funnel" });
const fold = page.getByText("Funnel as a table");

async function show(width: number) {
  await page.viewport(width, 800);
  await render(
    <Section
      of={{
        title: "Funnel",
        explanation: "How many reached each stage.",
        file: "funnel",
        figures: [
          { label: "Stage", of: ({ stage }) => stage },
          { label: "Reached", of: ({ reached }) => reached },
        ],
        bar: ({ stage, reached }) => ({
          label: stage,
          value: reached,
          formatted: `${reached} in all`,
        }),
        empty: "None.",
      }}
      rows={ROWS}
    />,
  );
}

test("on a wide screen the table is beside its chart", async () => {
  await show(1280);
  await expect.element(table).toBeVisible();
  await expect.element(fold).not.toBeVisible();
});

test("on a phone it is folded until it is opened", async () => {
  await show(360);
  await expect.element(page.getByText("7 in all")).toBeVisible();
  await expect.element(table).not.toBeInTheDocument();
  await userEvent.click(fold);
  await expect.element(table).toBeVisible();
});
