import type { Vacancy } from "@bindings";
import { Suspense } from "react";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { paths } from "@/paths";
import { renderAt } from "@/testing/render-at";
import { VacancyList } from "./vacancies-page";
import { Closed, OpenVacancy } from "./vacancy-page";

const VACANCY: Vacancy = {
  slug: "a-planner",
  title: "A planner & more",
  summary: "Plan heavy checks.",
  place: "Doha",
  country: "Qatar",
  kind: "contract",
  pay: null,
  posted: "2026-11-02",
  closes: "2026-11-30",
  apply: "Write to us.",
  service: "hr-recruitment",
};

const link = (name: string) => page.getByRole("link", { name, exact: true });

test("the list shows where, what kind and until when, and leads to the page", async () => {
  await renderAt(paths.vacancies, <VacancyList vacancies={[VACANCY]} />);
  const entry = page.getByRole("listitem").first();
  for (const words of ["Doha, Qatar", "Contract", "Closes 30 November 2026", VACANCY.summary]) {
    await expect.element(entry).toMatchTextContent(words);
  }
  await expect.element(entry).not.toMatchTextContent("On request");
  await expect.element(link(VACANCY.title)).toHaveAttribute("href", "/vacancies/a-planner");
});

test("whoever comes when there is none is told so, and can write", async () => {
  await renderAt(paths.vacancies, <VacancyList vacancies={[]} />);
  await expect.element(page.getByText(/There is no open vacancy at the moment/)).toBeVisible();
  await expect
    .element(link("Write to us"))
    .toHaveAttribute("href", "/contact?subject=Looking+for+work");
});

test("a vacancy leads to an application and to a referral for it", async () => {
  const text = Promise.resolve([]);
  await renderAt(
    paths.vacancy(VACANCY.slug),
    <Suspense>
      <OpenVacancy vacancy={VACANCY} text={text} />
    </Suspense>,
  );
  await expect.element(page.getByText("On request")).toBeVisible();
  await expect
    .element(link("Apply"))
    .toHaveAttribute("href", "/contact?subject=Application%3A+A+planner+%26+more");
  await expect
    .element(link("Refer someone for this"))
    .toHaveAttribute(
      "href",
      `/referral?${new URLSearchParams({ service: "hr-recruitment", opening: paths.vacancy(VACANCY.slug) })}`,
    );
});

test.each([
  [true, "Open vacancies", "/vacancies"],
  [false, "Write to us", "/contact?subject=Looking+for+work"],
])("a closed one says so; with others open: %s", async (others, name, url) => {
  await renderAt(paths.vacancy(VACANCY.slug), <Closed title={VACANCY.title} others={others} />);
  await expect
    .element(page.getByRole("heading", { level: 1 }))
    .toMatchTextContent("This vacancy is closed");
  await expect.element(link(name)).toHaveAttribute("href", url);
  expect(document.querySelector('meta[name="robots"]')?.getAttribute("content")).toBe("noindex");
});
