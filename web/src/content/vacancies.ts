/** Vacancies that are open, and the kinds of them in words. */
import type { Vacancy, VacancyKind } from "@bindings";
import { vacancies } from "./generated/vacancies";

/** Whether a vacancy is open on this day. */
export function isOpen({ closes }: Pick<Vacancy, "closes">, day: string): boolean {
  return closes >= day;
}

/** The vacancies that are open on this day, newest first. */
export function openVacancies(day: string): readonly Vacancy[] {
  return vacancies.filter((vacancy) => isOpen(vacancy, day));
}

/** The kinds of employment in words. */
export const KINDS: Readonly<Record<VacancyKind, string>> = {
  "full-time": "Full-time",
  "part-time": "Part-time",
  contract: "Contract",
  temporary: "Temporary",
  internship: "Internship",
};
