/**
 * The day that pages are shown for. Vacancies and dates of courses go by themselves, so a page
 * depends on it: the build renders pages for each day on which something goes, and the server shows
 * those whose day has come (docs/decisions/0024-what-is-past-goes-by-itself.md).
 */
import type { CourseDate } from "@bindings";
import { useSyncExternalStore } from "react";
import { changes, vacanciesUntil } from "@/content/generated/addresses";

/** The last day of {@link changes} that has come, YYYY-MM-DD; empty if none has. */
export function changeBy(today: string): string {
  return changes.findLast((day) => day <= today) ?? "";
}

/** The day of pages that a browser stores for reading offline: all that has a last day is gone. */
export const AFTER_ALL = "9999-12-31";

let prerendered = "";

/** Sets the day that pages are rendered for. Only the prerenderer does. */
export function renderFor(day: string) {
  prerendered = day;
}

let shown: string | undefined;

/** The day that the document was rendered for, which is the same as long as it is open. */
export function renderedDay(): string {
  if (typeof document === "undefined") return prerendered;
  shown ??= document.documentElement.dataset["day"] ?? "";
  return shown;
}

/**
 * The day of {@link changes} that pages are shown for: first the document's own, then the
 * visitor's, unless their clock is slow. A page that is left open follows when it is next rendered.
 */
export function useDay(): string {
  return useSyncExternalStore(never, present, renderedDay);
}

function never() {
  return () => undefined;
}

function present(): string {
  return dayBy(renderedDay(), new Date().toISOString().slice(0, 10));
}

/** The day that a page is shown for which was rendered for one day and is read on another. */
export function dayBy(rendered: string, today: string): string {
  const now = changeBy(today);
  return now > rendered || rendered === AFTER_ALL ? now : rendered;
}

/** Whether any vacancy is open on this day. It needs no list of them. */
export function hasVacancies(day: string): boolean {
  return vacanciesUntil !== null && vacanciesUntil >= day;
}

/** The dates of a course that have not begun before this day. */
export function nextDates(dates: readonly CourseDate[], day: string): readonly CourseDate[] {
  return dates.filter(({ starts }) => starts >= day);
}
