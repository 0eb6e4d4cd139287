import type { CourseDate } from "@bindings";

/** The dates that have not begun before this day. */
export function nextDates(dates: readonly CourseDate[], day: string): readonly CourseDate[] {
  return dates.filter(({ starts }) => starts >= day);
}
