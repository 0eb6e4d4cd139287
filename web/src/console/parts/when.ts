/** Times as people say them: "tomorrow", "thu 10", "in 3 d", "12 Dec 15:30". */

/** What the forms offer as examples. */
export const WHEN_EXAMPLES = "“tomorrow”, “thu 10” or “in 3 d”";

const HOUR_MS = 3_600_000;
const UNITS: Record<string, number> = { h: 1, d: 24, w: 168 };
const WEEKDAYS = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");
/** The time of a day of which no hour was said. */
const MORNING = 9;

const AHEAD = /^(?:in )?(\d{1,3}) ?(h|d|w)(?:ours?|rs?|ays?|eeks?)?$/;
/** A time alone, which an hour without minutes is not: it could be a day. */
const TODAY = /^(?:\d{1,2}[:.]\d\d ?(?:am|pm)?|\d{1,2} ?(?:am|pm))$/;
const DAY = /^(today|tomorrow|[a-z]{3,9}|\d{4}-\d\d-\d\d|\d{1,2} [a-z]{3,9})(?: (?:at )?(.+))?$/;
const TIME = /^(\d{1,2})(?:[:.](\d\d))? ?(am|pm)?$/;

/** The instant in milliseconds since 1970; undefined if the text says none. */
export function parseWhen(text: string, now = new Date()): number | undefined {
  const said = text.trim().toLowerCase().replace(/\s+/g, " ");
  const [, count, unit] = AHEAD.exec(said) ?? [];
  if (count && unit) {
    const hours = Number(count) * (UNITS[unit] ?? 0);
    // Days keep the hour of the clock, whatever it does in between.
    return unit === "h" ? now.getTime() + hours * HOUR_MS : at(now, hours / 24, MORNING, 0);
  }
  if (TODAY.test(said)) {
    const clock = clockOf(said);
    if (!clock) return undefined;
    const today = at(now, 0, ...clock);
    return today <= now.getTime() ? at(now, 1, ...clock) : today;
  }
  const [, day, time] = DAY.exec(said) ?? [];
  const clock = clockOf(time);
  if (!day || !clock) return undefined;
  const days = daysAhead(day, now);
  if (days === undefined) return undefined;
  const due = at(now, days, ...clock);
  // "Thursday at 10" on a Thursday at noon is in a week.
  return due <= now.getTime() && WEEKDAYS.includes(day.slice(0, 3)) ? at(now, 7, ...clock) : due;
}

function clockOf(time: string | undefined): [hours: number, minutes: number] | undefined {
  if (time === undefined) return [MORNING, 0];
  const [, hours, minutes = "0", half] = TIME.exec(time) ?? [];
  if (hours === undefined || Number(minutes) > 59) return undefined;
  if (!half) return Number(hours) < 24 ? [Number(hours), Number(minutes)] : undefined;
  const afternoon = half === "pm" ? 12 : 0;
  return Number(hours) <= 12 ? [(Number(hours) % 12) + afternoon, Number(minutes)] : undefined;
}

/** How many days from today. */
function daysAhead(day: string, now: Date): number | undefined {
  if (day === "today") return 0;
  if (day === "tomorrow") return 1;
  const weekday = WEEKDAYS.indexOf(day.slice(0, 3));
  if (weekday >= 0) return (weekday - now.getDay() + 7) % 7;
  const date = dateOf(day, now);
  return date && Math.round((date.getTime() - at(now, 0, 0, 0)) / (24 * HOUR_MS));
}

/** "2026-12-24", or "24 dec", which is the next one. */
function dateOf(day: string, now: Date): Date | undefined {
  if (day.includes("-")) {
    const date = new Date(`${day}T00:00`);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  const [number, name = ""] = day.split(" ");
  const month = MONTHS.indexOf(name.slice(0, 3));
  if (month < 0) return undefined;
  const date = new Date(now.getFullYear(), month, Number(number));
  if (date.getMonth() !== month) return undefined;
  if (date.getTime() < at(now, 0, 0, 0)) date.setFullYear(now.getFullYear() + 1);
  return date;
}

const at = (now: Date, days: number, hours: number, minutes: number) =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hours, minutes).getTime();

const IN_FULL = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "short" });

/** What is understood of a text while somebody types: "Thursday 26 November 2026 at 10:00"; undefined for nothing. */
export function whenSaid(text: string, now = new Date()): string | undefined {
  const due = parseWhen(text, now);
  return due === undefined ? undefined : IN_FULL.format(due);
}

const CLOCK = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const SHORT_DATE = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** When something is due: "3 h overdue", "today 18:00", "Thu 10:00", "12 Dec". */
export function whenDue(due: number, now = new Date()): string {
  const late = now.getTime() - due;
  if (late >= 0) {
    const hours = Math.floor(late / HOUR_MS);
    if (hours < 1) return "due now";
    return hours < 24 ? `${hours} h overdue` : `${Math.floor(hours / 24)} d overdue`;
  }
  const midnight = at(now, 0, 0, 0);
  const days = Math.floor((due - midnight) / (24 * HOUR_MS));
  const clock = CLOCK.format(due);
  if (days === 0) return `today ${clock}`;
  if (days === 1) return `tomorrow ${clock}`;
  return days < 7 ? `${WEEKDAY.format(due)} ${clock}` : SHORT_DATE.format(due);
}
