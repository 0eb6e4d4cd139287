import { type Import } from "@bindings";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { ImportField } from "./import-field";

const NOTHING: Import = {
  new: 0,
  changed: 0,
  same: 0,
  refused: 0,
  unreadable: 0,
  future: 0,
  denied: 0,
  ignored: 0,
  awards: 0,
  pointsMore: 0,
  pointsLess: 0,
};

/** Chooses a file, and returns the dialog with this preview. */
async function previewed(preview: Partial<Import>) {
  const value = { ...NOTHING, ...preview };
  const notice = { variant: "default", title: "Done", description: "" } as const;
  const outcome = { outcome: "accepted", value, notice } as const;
  const answer = () => Promise.resolve(outcome);
  const { getByLabelText, getByRole } = await render(<ImportField preview={answer} run={answer} />);
  await userEvent.upload(getByLabelText("Import a JSON export"), new File(["{}"], "records.json"));
  return getByRole("dialog", { name: "Import Records" });
}

test("a preview says how many points a file gives and takes", async () => {
  const dialog = await previewed({ changed: 3, awards: 2, pointsMore: 10_000, pointsLess: 5 });
  await expect
    .element(dialog.getByText("Referrals whose award changes: 2 (10,000 points more, 5 less)."))
    .toBeVisible();
});

test("a preview says how many answers a file gives for others, if there are any", async () => {
  const dialog = await previewed({ changed: 3, answers: 1200 });
  await expect
    .element(dialog.getByText(/^Answers about consent: 1,200\. Only one noted by telephone can/))
    .toBeVisible();
  await expect.element(dialog.getByText(/award/)).not.toBeInTheDocument();
});

test("a preview says what is not allowed and what is dated later, if there is any", async () => {
  const dialog = await previewed({ new: 1, denied: 7, future: 8 });
  const figure = (name: string) => dialog.getByText(name, { exact: true }).element().parentElement;
  await expect.element(dialog.getByText("Not allowed", { exact: true })).toBeVisible();
  expect(figure("Not allowed")?.textContent).toBe("Not allowed7");
  expect(figure("In the future")?.textContent).toBe("In the future8");
  await expect.element(dialog.getByText(/^Someone else has to import or award/)).toBeVisible();
  await expect.element(dialog.getByText(/^Records that are dated later than now/)).toBeVisible();
  await expect.element(dialog.getByText(/points|Answers/)).not.toBeInTheDocument();
});
