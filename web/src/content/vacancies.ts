/** Vacancies that are open. */
import type { Vacancy } from "@bindings";
import { vacancies } from "@/content/generated/vacancies";

/** Whether a vacancy is open on this day. */
export function isOpen({ closes }: Pick<Vacancy, "closes">, day: string): boolean {
  return closes >= day;
}

/** The vacancies that are open on this day, newest first. */
export function openVacancies(day: string): readonly Vacancy[] {
  return vacancies.filter((vacancy) => isOpen(vacancy, day));
}
