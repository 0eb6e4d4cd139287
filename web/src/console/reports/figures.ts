/** The sections of the report: what each counts, with its table and its chart. */
import type { Report, Side, SourceKind, Times } from "@bindings";
import { formatPercent, stageLabel } from "@/console/parts/formats";
import type { SectionOf } from "./section";

type Row<Name extends keyof Report> = Report[Name][number];

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const EMPTY = "None of these referrals is counted here.";

/** Hours below two days, then days with one decimal: as a duration is shown and drawn. */
const rounded = (ms: number) =>
  ms < 2 * DAY_MS
    ? { count: Math.round(ms / HOUR_MS), unit: "h", ms: HOUR_MS }
    : { count: Math.round((ms / DAY_MS) * 10) / 10, unit: "d", ms: DAY_MS };

/** A duration as it is shown. */
export function duration(time: number): string {
  const { count, unit } = rounded(time);
  return count === 0 ? "under 1 h" : `${count} ${unit}`;
}

/** The length of a bar: that of the shown figure. */
function length(time: number): number {
  const { count, ms } = rounded(time);
  return count * ms;
}

/** How many referrals have been in each stage; the first row has all of them. */
export const FUNNEL: SectionOf<Row<"funnel">> = {
  title: "Funnel",
  explanation:
    "How many of the referrals submitted in the period have been in each stage; where one skipped a stage, as by an award right away, or was there only until it was undone, it does not count.",
  file: "funnel",
  figures: [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Reached", of: ({ reached }) => reached },
    {
      label: "Share",
      of: ({ reached }, rows) =>
        formatPercent(reached / Math.max(...rows.map((row) => row.reached))),
    },
  ],
  bar: ({ stage, reached }) => ({
    label: stageLabel(stage),
    value: reached,
    formatted: String(reached),
  }),
  empty: EMPTY,
};

/** The share of closed referrals that were successful, for each service by its label. */
export const CONVERSION: SectionOf<Row<"services">> = {
  title: "Conversion by service",
  explanation:
    "How many of the closed referrals were successful. The thin line shows how far that may be chance, with fewer than 30 closed.",
  file: "conversion",
  figures: [
    { label: "Service", of: ({ service }) => service },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Closed", of: ({ closed }) => closed },
    { label: "Rate", of: ({ rate, between }) => (between ? "–" : formatPercent(rate)) },
    { label: "Still open", of: ({ open }) => open },
  ],
  bar: ({ service, successful, closed, rate, between }) => ({
    label: service,
    value: 0,
    part: rate ?? 0,
    formatted: between ? `${successful} of ${closed}` : formatPercent(rate),
    interval: between,
  }),
  max: 1,
  empty: EMPTY,
};

type Stage = Row<"stages">;

/** A duration of a stage; in files in hours, so that programs can compare them. */
const durationOf = (
  label: string,
  which: "median" | "p90",
  timesOf: (row: Stage) => Times | null,
) => ({
  label,
  of: (row: Stage) => {
    const times = timesOf(row);
    return times ? duration(times[which]) : "–";
  },
  inFile: {
    label: `${label} (hours)`,
    of: (row: Stage) => {
      const times = timesOf(row);
      return times ? Math.round(times[which] / HOUR_MS) : "";
    },
  },
});

/** How long referrals stay in each stage. */
export const TIME_IN_STAGE: SectionOf<Row<"stages">> = {
  title: "Time in stage",
  explanation:
    "How long referrals stayed before they left each stage; those still there are counted separately. The green part is the median. Nine out of ten took no longer than the whole bar.",
  file: "time-in-stage",
  figures: [
    { label: "Stage", of: ({ stage }) => stageLabel(stage) },
    { label: "Moved on", of: ({ finished }) => finished?.count ?? 0 },
    durationOf("Median", "median", ({ finished }) => finished),
    durationOf("9 of 10 within", "p90", ({ finished }) => finished),
    { label: "Still there", of: ({ running }) => running?.count ?? 0 },
    durationOf("Median so far", "median", ({ running }) => running),
  ],
  bar: ({ stage, finished }) => ({
    label: stageLabel(stage),
    value: length(finished?.p90 ?? 0),
    part: length(finished?.median ?? 0),
    formatted: finished ? `${duration(finished.median)}, 9 of 10: ${duration(finished.p90)}` : "–",
  }),
  empty: "None of these referrals has been in an open stage.",
};

/** The most successful referrers. */
export const REFERRERS: SectionOf<Row<"referrers">> = {
  title: "Top referrers",
  explanation:
    "Who made the most successful referrals in the period. The bar shows all of their referrals; the green part was successful.",
  file: "referrers",
  figures: [
    { label: "Referrer", of: ({ name, shown }) => `${name}, ${shown}` },
    { label: "Referrals", of: ({ referrals }) => referrals },
    { label: "Successful", of: ({ successful }) => successful },
    { label: "Points", of: ({ points }) => points },
  ],
  bar: ({ name, shown, referrals, successful }) => ({
    label: `${name}, ${shown}`,
    value: referrals,
    part: successful,
    formatted: `${successful} of ${referrals}`,
  }),
  empty:
    "None of these referrals is successful yet. Referrers appear here when points are saved for one of theirs.",
};

const SIDES: Readonly<Record<Side, string>> = {
  person: "The person",
  company: "The company",
  record: "The record",
  other: "Other",
};

const declinedFor = ({ reason }: Row<"reasons">) => reason ?? "Not on record";

const SOURCES_LABELS: Readonly<Record<SourceKind, string>> = {
  form: "Form",
  link: "Link of a member",
  import: "Import",
  spreadsheet: "Spreadsheet",
};

/** How the referrals came. */
export const SOURCES: SectionOf<Row<"sources">> = {
  title: "How they came",
  explanation:
    "By the form, by a link that a member shared, or from a file. A link counts as opened when a browser shows its page; previews in messages do not count. Asked counts whoever was asked whether we may call, or has said so by themselves; Agreed and Refused are what they say now.",
  file: "sources",
  figures: [
    { label: "Source", of: ({ source }) => SOURCES_LABELS[source] },
    { label: "Opened", of: ({ opened }) => opened ?? "–" },
    { label: "Submitted", of: ({ submitted }) => submitted },
    { label: "Asked", of: ({ asked }) => asked },
    { label: "Agreed", of: ({ agreed }) => agreed },
    { label: "Refused", of: ({ refused }) => refused },
    { label: "Successful", of: ({ successful }) => successful },
  ],
  bar: ({ source, submitted, successful }) => ({
    label: SOURCES_LABELS[source],
    value: submitted,
    formatted: `${successful} of ${submitted}`,
    part: successful,
  }),
  empty: EMPTY,
};

/** The vacancies and courses with the most referrals. */
export const OPENINGS: SectionOf<Row<"openings">> = {
  title: "Vacancies and courses",
  explanation:
    "Of the referrals submitted in the period, those for a vacancy or course of the website, by its title at the time.",
  file: "vacancies-and-courses",
  figures: [
    { label: "Vacancy or course", of: ({ opening }) => opening },
    { label: "Submitted", of: ({ submitted }) => submitted },
    { label: "Successful", of: ({ successful }) => successful },
  ],
  bar: ({ opening, submitted, successful }) => ({
    label: opening,
    value: submitted,
    part: successful,
    formatted: `${successful} of ${submitted}`,
  }),
  empty: "None of these referrals is for a vacancy or course.",
};

/** The reasons for declining, by what staff call them. */
export const REASONS: SectionOf<Row<"reasons">> = {
  title: "Why they were declined",
  explanation: "Of the referrals submitted in the period, those that are now declined.",
  file: "reasons",
  figures: [
    { label: "Reason", of: declinedFor },
    { label: "Cause", of: ({ side }) => SIDES[side] },
    { label: "Declined", of: ({ count }) => count },
  ],
  bar: (row) => ({ label: declinedFor(row), value: row.count, formatted: String(row.count) }),
  empty: "None of these referrals is declined.",
};
