/** The period that a report is about over time: its steps, and the period before it. */

type Unit = "day" | "week" | "month";

export type Period = {
  /** When its steps begin, and when the last one ends, in milliseconds since 1970. */
  readonly steps: readonly number[];
  /** When the period before it begins, which is as long and ends where this one begins. */
  readonly before: number;
  /** What one step is, in words. */
  readonly unit: Unit;
};

const DAY_MS = 24 * 3_600_000;
/** The longest period that is shown by day or by week, in days. */
const BY_DAY_MAX = 31;
const BY_WEEK_MAX = 182;
/** More months than these are shown a few at a time. */
const STEPS_MAX = 60;

/** The days of a period, or the last twelve months, in the viewer's time zone. */
export function periodOf(from: number | undefined, to: number | undefined): Period {
  const end = Math.min(to ?? Infinity, moved(midnight(Date.now()), "day", 1));
  const start = from !== undefined && from < end ? midnight(from) : moved(end, "month", -12);
  const days = Math.round((end - start) / DAY_MS);
  const unit = days <= BY_DAY_MAX ? "day" : days <= BY_WEEK_MAX ? "week" : "month";
  const months = unit === "month" ? Math.ceil(days / 30 / STEPS_MAX) : 1;
  const steps = [];
  for (let count = 0; moved(start, unit, count) < end; count += months) {
    steps.push(moved(start, unit, count));
  }
  const before = from === undefined ? moved(start, "month", -12) : moved(start, "day", -days);
  return { steps: [...steps, end], before, unit };
}

/** A time that many days, weeks or months later; a month that is too short ends earlier. */
function moved(at: number, unit: Unit, count: number): number {
  const date = new Date(at);
  if (unit === "month") {
    const day = date.getDate();
    date.setMonth(date.getMonth() + count, 1);
    const last = new Date(date.getFullYear(), date.getMonth() + 1, 0).getDate();
    date.setDate(Math.min(day, last));
  } else {
    date.setDate(date.getDate() + count * (unit === "week" ? 7 : 1));
  }
  return date.getTime();
}

const midnight = (at: number) => new Date(at).setHours(0, 0, 0, 0);
