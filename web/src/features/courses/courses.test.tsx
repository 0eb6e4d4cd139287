import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderAt } from "@/testing/render-at";
import { nextDates } from "@/content/day";
import { Dates } from "./course-page";

const DATES = [
  { starts: "2027-03-15", ends: "2027-03-16" },
  { starts: "2028-03-13", ends: "2028-03-13" },
];

const shown = () =>
  page
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);

test("dates are shown from the first day to the last, and those of one day once", async () => {
  await renderAt("/courses", <Dates dates={DATES} />);
  expect(shown()).toEqual(["15 March 2027 to 16 March 2027", "13 March 2028"]);
});

test("a date is shown on its first day, and not the day after", () => {
  expect(nextDates(DATES, "2027-03-15")).toHaveLength(2);
  expect(nextDates(DATES, "2027-03-16")).toEqual(DATES.slice(1));
});

test("without a date the page says so", async () => {
  await renderAt("/courses", <Dates dates={[]} />);
  await expect.element(page.getByText("The next date is not set yet: ask us")).toBeVisible();
});
