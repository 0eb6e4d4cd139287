/** Vacancies that are open, and their words. */
import type { Pay, Price, Vacancy, VacancyKind } from "@bindings";
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

/** Such as "QAR 9,000 to 12,000 a month". */
export function payWords(pay: Pay | null): string {
  if (!pay) return "On request";
  const { currency, from, to, period } = pay;
  const most = to === null ? "" : ` to ${number(to)}`;
  return `${currency} ${number(from)}${most} ${period === "hour" ? "an" : "a"} ${period}`;
}

/** Such as "INR 14,500 a person". */
export function priceWords(price: Price | null): string {
  return price ? `${price.currency} ${number(price.amount)} a person` : "On request";
}

/** A decimal number with its thousands grouped, without decimals that are all zero. */
function number(decimal: string): string {
  const [whole = "", decimals = ""] = decimal.split(".");
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
  return /[1-9]/.test(decimals) ? `${grouped}.${decimals}` : grouped;
}
