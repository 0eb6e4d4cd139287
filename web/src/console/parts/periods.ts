/** Periods of days, in the viewer's time zone. */
import { formatDate } from "./formats";

/** The first and the last day, as `2026-03-31`; empty where it has no beginning or end. */
export type Days = { readonly from: string; readonly to: string };

type Named = { readonly label: string; readonly days: Days };

/** The periods that are asked for most. */
export function commonPeriods(today = new Date()): readonly Named[] {
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()];
  const quarter = month - (month % 3);
  return [
    { label: "This month", days: { from: day(year, month, 1), to: day(year, month + 1, 0) } },
    { label: "Last month", days: { from: day(year, month - 1, 1), to: day(year, month, 0) } },
    {
      label: "Last 30 days",
      days: { from: day(year, month, date - 29), to: day(year, month, date) },
    },
    { label: "This quarter", days: { from: day(year, quarter, 1), to: day(year, quarter + 3, 0) } },
  ];
}

/** What a period is called: by its name, or by its days. */
export function periodLabel({ from, to }: Days): string {
  const named = commonPeriods().find(({ days }) => days.from === from && days.to === to);
  if (named) return named.label;
  if (!from) return `until ${written(to)}`;
  if (!to) return `since ${written(from)}`;
  return from === to ? written(from) : `${written(from)} – ${written(to)}`;
}

const day = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month, date)).toISOString().slice(0, 10);

/** A day in words; what the address says if that is no day. */
function written(text: string): string {
  const at = new Date(`${text}T00:00`).getTime();
  return Number.isNaN(at) ? text : formatDate(at);
}
